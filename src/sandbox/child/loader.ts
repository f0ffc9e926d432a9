import { toThrown } from "../thrown.ts";
import type { Send } from "./channel.ts";
import type { Modules } from "./modules.ts";

/** How often a module is given time to begin before it counts as one that waits: less, if many did. */
const TURNS = 10;
/** How long it is given each time, in milliseconds. */
const TURN_MS = 2;

// Code of a user can replace it.
const { setTimeout } = globalThis;

/**
 * Makes what loads modules, and tells the server. It begins with one after another, so that it is known
 * which one never ends; but one that waits for something does not keep others from being loaded.
 *
 * @returns has a module loaded, by its URL
 */
export function makeLoader(modules: Modules, send: Send): (url: string) => void {
  const queue: string[] = [];
  let isBusy = false;
  let waited = 0;

  const load = async (url: string): Promise<void> => {
    try {
      await modules.load(url);
      send({ type: "loaded", module: url });
    } catch (error) {
      send({ type: "loaded", module: url, thrown: toThrown(error) });
    }
  };
  const begin = async (url: string): Promise<void> => {
    send({ type: "loading", module: url });
    let isLoaded = false;
    const loaded = load(url).then(() => {
      isLoaded = true;
    });
    for (let turn = 0; turn < Math.max(1, TURNS - waited) && !isLoaded; turn++) {
      await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, TURN_MS))]);
    }
    if (isLoaded) return;
    send({ type: "waiting", module: url });
    waited++;
  };
  const beginAll = async (): Promise<void> => {
    isBusy = true;
    waited = 0;
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) await begin(url);
    isBusy = false;
  };
  return (url) => {
    queue.push(url);
    if (!isBusy) void beginAll();
  };
}
