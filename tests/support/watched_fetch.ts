/** A `fetch` that notes what was answered, for clients that do not tell. */
export class WatchedFetch {
  /** Methods and status codes of the answers, as in `GET 200`. */
  readonly answers: string[] = [];
  readonly #host: string | undefined;
  readonly #client: Deno.HttpClient;

  /** @param host What the `Host` header says, where it is not the host of the URL */
  constructor(host?: string) {
    this.#host = host;
    this.#client = Deno.createHttpClient({ allowHost: true });
  }

  /** The `fetch`. */
  readonly fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (this.#host !== undefined) headers.set("host", this.#host);
    const response = await fetch(url, { ...init, headers, client: this.#client });
    this.answers.push(`${init.method ?? "GET"} ${response.status}`);
    return response;
  };

  [Symbol.dispose](): void {
    this.#client.close();
  }
}
