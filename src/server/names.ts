const SPEC_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const PORTABLE_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Checks the name of a tool.
 *
 * @returns a warning if a big host or model API would refuse the name, else `undefined`
 * @throws {TypeError} if the name breaks the limits of the protocol
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-names}
 */
export function checkToolName(name: string): string | undefined {
  if (typeof name !== "string" || !SPEC_NAME.test(name)) {
    throw new TypeError(
      `${JSON.stringify(name)} is not a tool name: use 1 to 128 of A-Z a-z 0-9 _ . -` +
        proposal(String(name)),
    );
  }
  if (!PORTABLE_NAME.test(name)) {
    return `big hosts refuse the name: use 1 to 64 of A-Z a-z 0-9 _ -${proposal(name)}`;
  }
}

/** A form in which names that a host may take for one another are equal. */
export function folded(name: string): string {
  return name.toLowerCase().replace(/[-_.]/g, "_");
}

/** The name that all hosts take which is nearest to another; empty if there is none. */
export function portableName(name: string): string {
  return name.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss")
    .replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "").slice(0, 64);
}

function proposal(name: string): string {
  const portable = portableName(name);
  return portable === "" ? "" : `, such as ${JSON.stringify(portable)}`;
}
