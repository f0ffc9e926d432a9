import type { LaneServer } from "./lane_server.ts";
import type { HttpSession } from "./http_session.ts";

/** One legacy client, its server, and when it was last heard of. */
export interface Session {
  readonly wire: HttpSession;
  readonly server: LaneServer;
  /** By `performance.now()`. */
  seen: number;
}

/** Bounds of {@linkcode Sessions}. */
export interface SessionBounds {
  /** How long a session may be idle, in milliseconds. */
  readonly idleMs: number;
  /** Most sessions at once. */
  readonly max: number;
}

/** The sessions of legacy clients. What is running, or holds a stream open, is not idle. */
export class Sessions {
  readonly #bounds: SessionBounds;
  /** Idle longest first. */
  readonly #sessions = new Map<string, Session>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(bounds: SessionBounds) {
    this.#bounds = bounds;
  }

  /** A session that a client has named, which is not idle now. */
  use(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    if (session !== undefined) this.#touch(id, session);
    return session;
  }

  /**
   * Makes room for one more: the one that was idle longest goes.
   *
   * @returns whether there is room; there is none if every session has a call running
   */
  makeRoom(): boolean {
    if (this.#sessions.size < this.#bounds.max) return true;
    for (const [id, { wire }] of this.#sessions) {
      if (wire.calling) continue;
      this.end(id);
      return true;
    }
    return false;
  }

  /** Adds a session. */
  add(id: string, wire: HttpSession, server: LaneServer): void {
    this.#touch(id, { wire, server, seen: 0 });
    // Often enough to be on time within a quarter.
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => this.#sweep(), Math.min(this.#bounds.idleMs / 4, 60_000));
      // A program that has nothing else to do may end.
      Deno.unrefTimer(this.#timer);
    }
  }

  /** Ends a session: its streams end, and what still runs for it is aborted. */
  end(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    this.#rest();
    session.server.close().catch(() => {/* it is gone either way */});
  }

  /** Ends all sessions. */
  endAll(): void {
    for (const id of [...this.#sessions.keys()]) this.end(id);
  }

  #touch(id: string, session: Session): void {
    session.seen = performance.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
  }

  #sweep(): void {
    const before = performance.now() - this.#bounds.idleMs;
    for (const [id, session] of [...this.#sessions]) {
      // Idle is counted from when it was last seen busy.
      if (session.wire.busy) this.#touch(id, session);
      else if (session.seen <= before) this.end(id);
    }
  }

  #rest(): void {
    if (this.#sessions.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
