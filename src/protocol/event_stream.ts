import { STREAM_HEADERS } from "./http_answer.ts";

/** How much may wait for a slow reader before events that can be spared are left out, in bytes. */
const SPARE_ABOVE = 4 * 1024 * 1024;
/** How much may wait before the stream is ended, in bytes; who comes back gets the rest. */
const END_ABOVE = 64 * 1024 * 1024;

const encoder = new TextEncoder();

/** Settings of an {@linkcode EventStream}. */
export interface EventStreamOptions {
  /** Headers besides those of a stream. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a comment is sent, so that nobody on the way takes the stream for dead. */
  readonly keepAliveMs: number;
  /** Hears that the client is gone, or reads so slowly that it has been given up. */
  readonly onGone?: () => void;
}

/**
 * An HTTP answer that is a stream of server-sent events.
 *
 * @see {@link https://html.spec.whatwg.org/multipage/server-sent-events.html}
 */
export class EventStream {
  /** The answer. */
  readonly response: Response;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #onGone: (() => void) | undefined;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #open = true;

  constructor({ headers, keepAliveMs, onGone }: EventStreamOptions) {
    this.#onGone = onGone;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void (this.#controller = controller),
      cancel: () => {
        this.#stop();
        onGone?.();
      },
    }, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));
    this.response = new Response(body, { headers: { ...STREAM_HEADERS, ...headers } });
    this.#timer = setInterval(() => this.#write(": keep-alive\n\n"), keepAliveMs);
    Deno.unrefTimer(this.#timer);
  }

  /** Whether anybody may still read. */
  get open(): boolean {
    return this.#open;
  }

  /**
   * Sends an event.
   *
   * @param data The message as JSON; nothing in the event that begins a stream
   * @param id Where the client can go on from
   * @param retryMs How long the client waits before it comes back
   */
  event(data: string, id?: string, retryMs?: number): void {
    this.#write(
      (data === "" ? "" : "event: message\n") +
        (id === undefined ? "" : `id: ${id}\n`) +
        (retryMs === undefined ? "" : `retry: ${retryMs}\n`) +
        `data: ${data}\n\n`,
    );
  }

  /** Sends the events of another stream. */
  async pipe(events: ReadableStream<Uint8Array>): Promise<void> {
    for await (const chunk of events) {
      this.#send(chunk);
      if (!this.#open) return;
    }
  }

  /** Whether so much waits that what can be spared should be. */
  get full(): boolean {
    return this.#waiting > SPARE_ABOVE;
  }

  /** Ends the stream after what was sent. */
  end(): void {
    if (!this.#open) return;
    this.#stop();
    this.#controller.close();
  }

  get #waiting(): number {
    return -(this.#controller.desiredSize ?? 0);
  }

  #write(text: string): void {
    if (this.#open) this.#send(encoder.encode(text));
  }

  #send(bytes: Uint8Array): void {
    if (!this.#open) return;
    this.#controller.enqueue(bytes);
    if (this.#waiting <= END_ABOVE) return;
    this.end();
    this.#onGone?.();
  }

  #stop(): void {
    this.#open = false;
    clearInterval(this.#timer);
  }
}
