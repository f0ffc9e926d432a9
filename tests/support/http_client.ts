import { envelope, type Message, type TestEra } from "./raw_client.ts";

/** One server-sent event, or a comment. */
export interface Event {
  readonly id?: string;
  readonly retry?: number;
  readonly comment?: string;
  /** The message, if there is any data. */
  readonly message?: Message;
}

/** The longest that a stream may say nothing, in milliseconds; then it is taken for ended. */
const LIMIT_MS = 20_000;

/** Reads the events of a stream one by one. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";

  constructor(response: Response) {
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next event, or `undefined` at the end of the stream. */
  async next(): Promise<Event | undefined> {
    let end: number;
    while ((end = this.#rest.indexOf("\n\n")) < 0) {
      const { done, value } = await this.#read();
      if (done) return undefined;
      this.#rest += value;
    }
    const lines = this.#rest.slice(0, end).split("\n");
    this.#rest = this.#rest.slice(end + 2);
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const [id, retry, data, comment] = [field("id"), field("retry"), field("data"), field("")];
    return {
      ...(id === undefined ? {} : { id }),
      ...(retry === undefined ? {} : { retry: Number(retry) }),
      ...(comment === undefined ? {} : { comment }),
      ...(data ? { message: JSON.parse(data) as Message } : {}),
    };
  }

  async #read(): Promise<ReadableStreamReadResult<string>> {
    const timer = setTimeout(
      () => this.#reader.cancel(new Error(`Nothing came in ${LIMIT_MS} ms`)),
      LIMIT_MS,
    );
    try {
      return await this.#reader.read();
    } finally {
      clearTimeout(timer);
    }
  }

  /** The next message, whatever comes before it. */
  async message(): Promise<Message | undefined> {
    for (let event; (event = await this.next());) if (event.message) return event.message;
  }

  /** All events up to the end. */
  async rest(): Promise<Event[]> {
    const events: Event[] = [];
    for (let event; (event = await this.next());) events.push(event);
    return events;
  }

  /** Goes away. */
  async cancel(): Promise<void> {
    await this.#reader.cancel();
  }
}

/** A client over HTTP that knows nothing of the protocol but its headers. */
export class HttpClient {
  readonly url: string;
  readonly era: TestEra;
  session: string | undefined;
  #id = 1;

  constructor(url: string, era: TestEra) {
    this.url = url;
    this.era = era;
  }

  /** Makes a client, which has a session if the era knows such. */
  static async open(url: string, era: TestEra, version = "2025-11-25"): Promise<HttpClient> {
    const client = new HttpClient(url, era);
    if (era === "modern") return client;
    const response = await client.post("initialize", {
      protocolVersion: version,
      capabilities: { elicitation: {} },
      clientInfo: { name: "http", version: "1.0.0" },
    });
    client.session = response.headers.get("mcp-session-id") ?? undefined;
    await response.body?.cancel();
    await client.notify("notifications/initialized");
    return client;
  }

  /** Headers of a request in the era. */
  headers(method?: string, params: Record<string, unknown> = {}): Record<string, string> {
    const name = params.name ?? params.uri;
    return {
      "content-type": "application/json",
      "accept": "application/json, text/event-stream",
      ...(this.session === undefined ? {} : { "mcp-session-id": this.session }),
      ...(this.era === "legacy" ? {} : {
        "mcp-protocol-version": "2026-07-28",
        ...(method === undefined ? {} : { "mcp-method": method }),
        ...(typeof name === "string" ? { "mcp-name": name } : {}),
      }),
    };
  }

  /** Sends a request, and returns the answer unread. */
  post(
    method: string,
    params: Record<string, unknown> = {},
    { id = this.#id++, meta = {}, headers = {}, signal }: {
      id?: string | number;
      meta?: Record<string, unknown>;
      headers?: Record<string, string>;
      signal?: AbortSignal;
    } = {},
  ): Promise<Response> {
    const _meta = this.era === "modern" ? envelope(meta) : meta;
    return this.send(
      { jsonrpc: "2.0", id, method, params: { ...params, _meta } },
      { ...this.headers(method, params), ...headers },
      signal,
    );
  }

  /** Sends a message as it is. */
  send(
    message: unknown,
    headers: Record<string, string> = this.headers(),
    signal?: AbortSignal,
  ): Promise<Response> {
    return fetch(this.url, {
      method: "POST",
      headers,
      body: JSON.stringify(message),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Sends a notification. */
  async notify(method: string, params?: Record<string, unknown>): Promise<number> {
    const message = { jsonrpc: "2.0", method, ...(params === undefined ? {} : { params }) };
    const response = await this.send(message, this.headers(method, params));
    await response.body?.cancel();
    return response.status;
  }

  /** Sends a request, and waits for its answer. */
  async request(method: string, params?: Record<string, unknown>): Promise<Message> {
    const response = await this.post(method, params);
    if (response.headers.get("content-type") === "text/event-stream") {
      return (await new EventReader(response).rest()).at(-1)!.message!;
    }
    return await response.json();
  }

  /** Calls a tool, and returns the text of its result. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { result } = await this.request("tools/call", { name, arguments: args });
    return result.content[0].text;
  }

  /** Opens a stream for what nobody asked for, or takes one up again. */
  async listen(lastEventId?: string): Promise<EventReader> {
    const response = await this.get(lastEventId);
    if (response.status !== 200) throw new Error(await response.text());
    return new EventReader(response);
  }

  get(lastEventId?: string): Promise<Response> {
    const { "content-type": _, ...headers } = this.headers();
    const last: Record<string, string> = lastEventId === undefined
      ? {}
      : { "last-event-id": lastEventId };
    return fetch(this.url, {
      headers: { ...headers, accept: "text/event-stream", ...last },
    });
  }

  /** Ends the session. */
  async end(): Promise<number> {
    const response = await fetch(this.url, { method: "DELETE", headers: this.headers() });
    await response.body?.cancel();
    return response.status;
  }
}
