/** Status and headers of an answer. */
export interface Head {
  readonly status: number;
  readonly headers: Headers;
}

/** An answer as it came over the wire. */
export interface Answer extends Head {
  readonly text: string;
  /** Whether the body ended the way HTTP says, and not just with the connection. */
  readonly whole: boolean;
}

/** A connection ended, cleanly or not, where an answer was due. */
export class NoAnswer extends Error {}

/** Neither an answer nor an end came in time. */
export class Hang extends Error {}

/** An answer that is no HTTP. */
export class Garbage extends Error {}

const encoder = new TextEncoder();
const NOTHING = new Uint8Array();

/** The bytes of a request; what `headers` do not say is not sent, but for the length of a body. */
export function requestBytes(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Uint8Array<ArrayBuffer> {
  const bytes = body === undefined ? NOTHING : encoder.encode(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const length = body === undefined ? "" : `content-length: ${bytes.length}\r\n`;
  return joined(encoder.encode(`${method} ${target} HTTP/1.1\r\n${lines}${length}\r\n`), bytes);
}

/** Arrays of bytes as one. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * One TCP connection that HTTP is spoken on by hand: requests are any bytes, and of answers it is
 * known how they ended. Whatever takes longer than its bound fails, and closes the connection.
 */
export class RawHttp implements Disposable {
  /** How the last body ended. */
  whole = false;
  readonly #socket: Deno.TcpConn;
  readonly #limitMs: number;
  #rest: Uint8Array = NOTHING;
  /** Bytes that are left of the body or its chunk; `Infinity` for up to the end of the connection. */
  #left = 0;
  #chunked = false;
  #decoder = new TextDecoder();
  #closed = false;

  private constructor(socket: Deno.TcpConn, limitMs: number) {
    this.#socket = socket;
    this.#limitMs = limitMs;
  }

  /**
   * Connects to the server of a URL.
   *
   * @param limitMs The longest that one read may take
   */
  static async open(url: string, limitMs = 15_000): Promise<RawHttp> {
    const { hostname, port } = new URL(url);
    const socket = await Deno.connect({ hostname, port: Number(port) });
    socket.setNoDelay(true);
    return new RawHttp(socket, limitMs);
  }

  /** Sends bytes; `false` if the connection is gone. */
  async write(bytes: Uint8Array): Promise<boolean> {
    try {
      for (let at = 0; at < bytes.length;) at += await this.#socket.write(bytes.subarray(at));
      return true;
    } catch {
      return false;
    }
  }

  /** Says that nothing more will be sent. */
  async closeWrite(): Promise<void> {
    await this.#socket.closeWrite().catch(() => {/* the server was faster */});
  }

  /** Closes the socket, whatever is under way. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /**
   * The next head, or `undefined` if the connection ended before it.
   *
   * @param method What was asked by: a HEAD has no body
   */
  async head(method = "POST"): Promise<Head | undefined> {
    const head = await this.#head(method);
    return head?.status === 100 ? await this.#head(method) : head;
  }

  async #head(method: string): Promise<Head | undefined> {
    let end: number;
    while ((end = endOfHead(this.#rest)) < 0) {
      if (await this.#fill()) continue;
      if (this.#rest.length > 0) throw new NoAnswer("The connection ended within a head");
      return undefined;
    }
    const [first, ...lines] = new TextDecoder("latin1").decode(this.#take(end)).trimEnd()
      .split("\r\n");
    const status = Number(/^HTTP\/1\.[01] (\d{3})( |$)/.exec(first)?.[1]);
    if (Number.isNaN(status)) throw new Garbage(`No HTTP answer: ${JSON.stringify(first)}`);
    const headers = new Headers(
      lines.map((line) =>
        [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)] as [string, string]
      ),
    );
    const bodyless = method === "HEAD" || status < 200 || status === 204 || status === 304;
    this.#chunked = !bodyless && headers.get("transfer-encoding") === "chunked";
    this.#left = bodyless || this.#chunked ? 0 : Number(headers.get("content-length") ?? Infinity);
    this.whole = this.#left === 0 && !this.#chunked;
    this.#decoder = new TextDecoder("utf-8", { fatal: true });
    return { status, headers };
  }

  /** The next part of the body, or `undefined` at its end, which {@linkcode whole} tells about. */
  async part(): Promise<string | undefined> {
    while (!this.whole) {
      if (this.#left === 0 && !await this.#chunk()) break;
      if (this.#rest.length === 0 && !await this.#fill()) {
        // Nothing else tells the end of a body without a length.
        this.whole = this.#left === Infinity;
        break;
      }
      const bytes = this.#take(Math.min(this.#left, this.#rest.length));
      this.#left -= bytes.length;
      if (this.#left === 0) {
        if (!this.#chunked) this.whole = true;
        else if (await this.#line() === undefined) break;
      }
      const text = this.#decoder.decode(bytes, { stream: true });
      if (text !== "") return text;
    }
    if (this.whole) this.#decoder.decode();
    return undefined;
  }

  /** The next answer with its body, or `undefined` if the connection ended before it. */
  async answer(method = "POST"): Promise<Answer | undefined> {
    const head = await this.head(method);
    if (head === undefined) return undefined;
    let text = "";
    for (let part; (part = await this.part()) !== undefined;) text += part;
    return { ...head, text, whole: this.whole };
  }

  /** Begins the next chunk; `false` if there is none. */
  async #chunk(): Promise<boolean> {
    const line = await this.#line();
    if (line === undefined) return false;
    const size = /^[0-9a-f]+$/i.test(line) ? parseInt(line, 16) : NaN;
    if (Number.isNaN(size)) throw new Garbage(`No chunk: ${JSON.stringify(line)}`);
    this.#left = size;
    if (size === 0) this.whole = await this.#line() === "";
    return size > 0;
  }

  /** The next line, or `undefined` if the connection ended before it did. */
  async #line(): Promise<string | undefined> {
    let end: number;
    while ((end = this.#rest.indexOf(10)) < 0) if (!await this.#fill()) return undefined;
    return new TextDecoder("latin1").decode(this.#take(end + 1)).trimEnd();
  }

  #take(count: number): Uint8Array {
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  /** Reads more; `false` if the connection has ended. */
  async #fill(): Promise<boolean> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.close();
    }, this.#limitMs);
    try {
      const buffer = new Uint8Array(16_384);
      const count = await this.#socket.read(buffer);
      if (count !== null) this.#rest = joined(this.#rest, buffer.subarray(0, count));
      return count !== null;
    } catch {
      if (late) throw new Hang(`Neither an answer nor an end in ${this.#limitMs} ms`);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Where a head ends, or -1. */
function endOfHead(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}
