import assert from "node:assert/strict";
import type { PermissionSet } from "../../../src/server/permissions.ts";
import { deno, path } from "../../support/server_process.ts";

/** What a process with some flags, and a limit, says of sets. */
async function refusals(
  flags: readonly string[],
  sets: readonly PermissionSet[],
  limit?: readonly string[],
): Promise<readonly (string | null)[]> {
  const url = (file: string) =>
    JSON.stringify(new URL(`../../../src/sandbox/permissions/${file}`, import.meta.url));
  const main = `
    import { refusal, setLimit } from ${url("refusal.ts")};
    import { readLimit } from ${url("limit.ts")};
    const { sets, limit } = JSON.parse(Deno.args[0]);
    if (limit) setLimit(readLimit(limit, "/"));
    console.log(JSON.stringify(sets.map((set) => refusal('Tool "x"', set) ?? null)));
  `;
  const { stdout, stderr, code } = await deno([
    "run",
    "--no-prompt",
    "--no-check",
    ...flags,
    `data:text/typescript,${encodeURIComponent(main)}`,
    JSON.stringify({ sets, limit }),
  ], { cwd: path("") });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

const notGiven = (named: string, flags: string) =>
  `Tool "x" declares ${named}, which this server was not given; start it with ${flags}`;

Deno.test("refusal lets through what was granted, and else says the flags, which then do", async () => {
  const sets: PermissionSet[] = [
    {},
    { net: { allow: ["example.com"] } },
    { net: { allow: ["a.com:443", "*.example.com"] }, read: { allow: ["/my data", "/b"] } },
    { net: { allow: ["10.0.0.0/8", "[::1]:80"] } },
    { env: { allow: ["AWS_*", "HOME"] }, sys: { allow: ["hostname"] } },
    { run: { allow: ["sh"] }, ffi: { allow: ["/lib"] }, import: { allow: ["esm.sh"] } },
    { write: { allow: true }, import: { allow: true } },
    { env: { allow: [], ignore: true } },
  ];
  const texts = await refusals([], sets);
  assert.deepEqual(texts, [
    null,
    notGiven('net "example.com"', "--allow-net=example.com"),
    notGiven(
      'read "/my data", read "/b", net "a.com:443", net "*.example.com"',
      "--allow-read='/my data,/b' --allow-net='a.com:443,*.example.com'",
    ),
    // Deno cannot be asked about subnets.
    notGiven('net "10.0.0.0/8", net "[::1]:80"', "--allow-net"),
    notGiven(
      'env "AWS_*", env "HOME", sys "hostname"',
      "--allow-env='AWS_*,HOME' --allow-sys=hostname",
    ),
    notGiven(
      'run "sh", ffi "/lib", import "esm.sh"',
      "--allow-run=sh --allow-ffi=/lib --allow-import=esm.sh",
    ),
    notGiven("write, import", "--allow-write --allow-import"),
    null,
  ]);
  const words = /--allow-\w+(?:=(?:'[^']*'|[^\s']+))?/g;
  const followed = texts.map((text) => (text ?? "").match(words) ?? []);
  for (const [i, flags] of followed.entries()) {
    const typed = flags.map((flag) => flag.replaceAll("'", ""));
    assert.deepEqual(await refusals(typed, [sets[i]]), [null], typed.join(" "));
  }
  assert.deepEqual(await refusals(["-A"], sets), sets.map(() => null));
});

Deno.test("refusal names only what is missing, and takes what is below a grant", async () => {
  const flags = ["--allow-read=/data", "--allow-net=*.a.com,b.com:443", "--allow-env=A*"];
  const texts = await refusals(flags, [
    { read: { allow: ["/data/x", "/data"] }, env: { allow: ["AB*", "A"] } },
    { read: { allow: ["/data2", "/data"] } },
    { read: { allow: true } },
    { net: { allow: ["*.b.a.com", "a.com", "x.a.com:80", "b.com:443"] } },
    { net: { allow: ["b.com"] } },
    { net: { allow: ["*.com"] } },
    { env: { allow: ["*"] } },
  ]);
  assert.deepEqual(texts, [
    null,
    notGiven('read "/data2"', "--allow-read=/data2"),
    notGiven("read", "--allow-read"),
    null,
    notGiven('net "b.com"', "--allow-net=b.com"),
    notGiven('net "*.com"', "--allow-net='*.com'"),
    notGiven('env "*"', "--allow-env='*'"),
  ]);
});

Deno.test("refusal counts what is denied in part as refused", async () => {
  const denied = (named: string, flags: string) =>
    `Tool "x" declares ${named}, which this server was denied, or a part of it; start it without ${flags}`;
  const flags = [
    "--allow-read=/data",
    "--deny-read=/data/secret",
    "--allow-net",
    "--deny-net=x.a.com",
    "--allow-env",
    "--ignore-env=KEY",
    "--allow-write",
    "--allow-run=deno",
  ];
  assert.deepEqual(
    await refusals(flags, [
      { read: { allow: ["/data"] } },
      { read: { allow: ["/data/secret/a"] } },
      { read: { allow: ["/data/open"] }, net: { allow: ["a.com"] }, env: { allow: ["HOME"] } },
      { net: { allow: ["x.a.com"] } },
      { net: { allow: ["*.a.com"] } },
      { net: { allow: true } },
      { net: { allow: ["10.0.0.0/8"] } },
      { env: { allow: ["KE*"] } },
      { write: { allow: true } },
      { write: { allow: ["/data"] } },
    ]),
    [
      denied('read "/data"', "--deny-read and --ignore-read"),
      denied('read "/data/secret/a"', "--deny-read and --ignore-read"),
      null,
      denied('net "x.a.com"', "--deny-net"),
      denied('net "*.a.com"', "--deny-net"),
      denied("net", "--deny-net"),
      denied('net "10.0.0.0/8"', "--deny-net"),
      denied('env "KE*"', "--deny-env and --ignore-env"),
      denied("write", "--deny-write, and with --allow-run for all programs"),
      null,
    ],
  );
});

Deno.test("refusal holds sets against a limit as well, with words to add to it", async () => {
  const sets: PermissionSet[] = [
    { net: { allow: ["example.com"] } },
    { net: { allow: ["example.com", "a.com:80"] }, read: { allow: ["/etc", "/my data"] } },
    { net: { allow: true } },
    { net: { allow: ["10.1.0.0/16"] } },
  ];
  const over = (named: string, words: string) =>
    `Tool "x" declares ${named}, which --limit does not grant; add ${words}`;
  assert.deepEqual(await refusals(["-A"], sets, ["net=a.com,10.0.0.0/8", "read=/etc"]), [
    over('net "example.com"', "--limit net=example.com"),
    over(
      'read "/my data", net "example.com"',
      "--limit read='/my data' --limit net=example.com",
    ),
    over("net", "--limit net"),
    null,
  ]);
  assert.deepEqual(await refusals(["-A"], [{}, sets[0]], ["none"]), [
    null,
    over('net "example.com"', "--limit net=example.com"),
  ]);
  // Both have to grant it.
  assert.deepEqual(await refusals(["--allow-read"], [sets[0]], ["net"]), [
    notGiven('net "example.com"', "--allow-net=example.com"),
  ]);
});
