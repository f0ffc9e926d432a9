/** A host of `net` or `import`, as Deno's flags know them. */
export interface Host {
  /**
   * `wildcard` is a name and all below it; `subnet` holds addresses of IPv4; `vsock` and `unix` are
   * sockets of this machine.
   */
  readonly type: "name" | "wildcard" | "address" | "subnet" | "vsock" | "unix";
  /** The name, address, subnet, context id or path, in the form that all with its meaning have. */
  readonly text: string;
  /** The only port; left out for all. */
  readonly port?: number;
}

/** What hosts look like, for messages. */
export const HOST_FORMS =
  "example.com, example.com:443, *.example.com, 127.0.0.1, 10.0.0.0/8, [::1]:80, unix:/path or vsock:1:2";

/** The hosts that a port alone stands for. */
const OF_BARE_PORT = ["0.0.0.0", "127.0.0.1", "localhost"];
const LARGEST_PORT = 65535;
const LARGEST_VSOCK = 4294967295;
const LONGEST_NAME = 253;
const LABEL = /^[a-z0-9_-]{1,63}$/;
const PART_OF_IPV4 = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${PART_OF_IPV4}(?:\\.${PART_OF_IPV4}){3}$`);
const IPV4_IN_IPV6 = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/;

/** The hosts that an entry of a flag names; `undefined` if Deno would refuse it. */
export function hostsOf(text: string): readonly Host[] | undefined {
  const port = /^:\+?(\d+)$/.exec(text)?.[1];
  if (port !== undefined) {
    if (Number(port) > LARGEST_PORT) return undefined;
    return OF_BARE_PORT.map((host) => hostOf(`${host}:${port}`)!);
  }
  const host = hostOf(text);
  return host && [host];
}

/** The host that a text in full names; `undefined` if Deno would refuse it. */
export function hostOf(text: string): Host | undefined {
  if (text.startsWith("vsock:")) return vsockOf(text.slice("vsock:".length));
  if (text.startsWith("unix:")) {
    const path = text.slice("unix:".length);
    return path.startsWith("/") ? { type: "unix", text: tidyPath(path) } : undefined;
  }
  const [, name, rest = ""] = /^(\[[^\]]*\]|[^:[]*)(:[^]*)?$/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const host = name.startsWith("[") ? ipv6Of(name) : plainHostOf(name);
  if (host === undefined || rest === "") return host;
  const port = numberOf(rest.slice(1), LARGEST_PORT);
  return port === undefined ? undefined : { ...host, port };
}

/** A host as a flag says it. */
export function hostText({ type, text, port }: Host): string {
  const named = type === "wildcard"
    ? `*.${text}`
    : type === "unix" || type === "vsock"
    ? `${type}:${text}`
    : text;
  return port === undefined ? named : `${named}:${port}`;
}

/** A path without `.`, `..` and slashes that say nothing. */
export function tidyPath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function vsockOf(text: string): Host | undefined {
  // What follows these two is ignored.
  const [id, port] = text.split(":");
  const context = id === "-1" ? LARGEST_VSOCK : numberOf(id, LARGEST_VSOCK);
  const number = numberOf(port ?? "", LARGEST_VSOCK);
  if (context === undefined || number === undefined) return undefined;
  return { type: "vsock", text: String(context), port: number };
}

function ipv6Of(bracketed: string): Host | undefined {
  const [address] = bracketed.slice(1, -1).split("%");
  const url = `http://[${address}]`;
  if (!/^[0-9a-f:.]+$/i.test(address) || !URL.canParse(url)) return undefined;
  const text = new URL(url).hostname;
  const [, high, low] = IPV4_IN_IPV6.exec(text) ?? [];
  if (high === undefined) return { type: "address", text };
  const bytes = [high, low].flatMap((word) => {
    const value = parseInt(word, 16);
    return [value >> 8, value & 255];
  });
  return { type: "address", text: bytes.join(".") };
}

function plainHostOf(text: string): Host | undefined {
  if (IPV4.test(text)) return { type: "address", text };
  const [address, bits, more] = text.split("/");
  if (bits !== undefined) {
    const isSubnet = more === undefined && IPV4.test(address) && /^\d{1,2}$/.test(bits) &&
      Number(bits) <= 32;
    return isSubnet ? { type: "subnet", text: `${address}/${Number(bits)}` } : undefined;
  }
  const isWildcard = text.startsWith("*.");
  const name = text.slice(isWildcard ? 2 : 0).replace(/\.$/, "").toLowerCase();
  if (name.length > LONGEST_NAME || !name.split(".").every((label) => LABEL.test(label))) {
    return undefined;
  }
  if (text.endsWith(".") && IPV4.test(name)) return undefined;
  return { type: isWildcard ? "wildcard" : "name", text: name };
}

function numberOf(digits: string, largest: number): number | undefined {
  return /^\+?\d+$/.test(digits) && Number(digits) <= largest ? Number(digits) : undefined;
}
