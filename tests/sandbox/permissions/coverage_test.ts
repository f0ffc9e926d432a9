import assert from "node:assert/strict";
import { covers } from "../../../src/sandbox/permissions/coverage.ts";
import { flagsOf } from "../../../src/sandbox/permissions/flags.ts";
import { hostOf, hostText } from "../../../src/sandbox/permissions/hosts.ts";
import {
  type Grant,
  PERMISSION_KINDS,
  type PermissionKind,
  type PermissionSet,
} from "../../../src/server/permissions.ts";
import { Random } from "../../support/http_random.ts";
import { asked, type Question } from "./asked.ts";

const ROUNDS = 12;
const PATHS = ["/", "/a", "/a/b", "/a/b/c", "/ab", "/a b", "/a/bc", "/ü", "/b"];
const HOSTS = [
  "a.com",
  "a.com:80",
  "a.com:443",
  "b.a.com",
  "ba.com",
  "*.a.com",
  "*.com:80",
  "*.b.a.com",
  "c.b.a.com:80",
  "10.0.0.1",
  "10.0.0.1:80",
  "10.0.0.0/8",
  "10.0.0.0/30:80",
  "10.1.0.0/16",
  "10.255.255.255",
  "11.0.0.0",
  "0.0.0.0/0",
  "[::1]",
  "[::1]:80",
  "unix:/a",
  "unix:/a/b",
  "vsock:1:2",
];

/** Entries of each kind in the form that sets have, some of them within others. */
const ENTRIES: Readonly<Record<PermissionKind, readonly string[]>> = {
  read: PATHS,
  write: PATHS,
  ffi: PATHS,
  net: HOSTS,
  import: HOSTS,
  env: ["A", "AB", "A*", "AB*", "B", "*", "A*B"],
  sys: ["hostname", "uid", "gid", "userInfo"],
  run: ["sh", "cat", "/bin/sh", "/usr/bin/sh", "/usr/bin/cat", "/x/sh"],
};

function randomLimit(random: Random): PermissionSet {
  const limit: { [Kind in PermissionKind]?: Grant } = {};
  // Deno lets nothing write to the programs that it may run.
  const without = random.pick(["run", "write"]);
  for (const kind of PERMISSION_KINDS) {
    if (kind === without) continue;
    const entries = ENTRIES[kind].filter(() => random.below(6) === 0);
    if (random.below(12) === 0) limit[kind] = { allow: true };
    else if (entries.length > 0) limit[kind] = { allow: entries };
  }
  return limit;
}

/** What to ask Deno about in the place of what it cannot be asked; all must be granted. */
function askable(kind: PermissionKind, entry: string): readonly Question[] {
  const host = kind === "net" || kind === "import" ? hostOf(entry) : undefined;
  if (host?.type === "wildcard") {
    const names = ["nobody", "nobody.nobody"].map((name) => `${name}.${host.text}`);
    return names.map((text) => [kind, hostText({ ...host, type: "name", text })]);
  }
  if (host?.type !== "subnet") return [[kind, entry]];
  const [address, bits] = host.text.split("/");
  const last = address.split(".").map((part, i) => {
    const free = Math.min(8, Math.max(0, 8 * (i + 1) - Number(bits)));
    return Number(part) | (2 ** free - 1);
  });
  const addresses = [address, last.join("."), address.replace(/\d+$/, "2")];
  return addresses.map((text) => [kind, hostText({ ...host, type: "address", text })]);
}

Deno.test("covers says what Deno says of a process with the flags of the set", async () => {
  const seed = Number(Deno.env.get("SEED") ?? Math.floor(Math.random() * 2 ** 31));
  const random = new Random(seed);
  for (let round = 0; round < ROUNDS; round++) {
    const limit = randomLimit(random);
    const rows = PERMISSION_KINDS.flatMap((kind) =>
      [undefined, ...ENTRIES[kind]].map((entry) => ({
        kind,
        entry,
        questions: entry === undefined ? [[kind] as const] : askable(kind, entry),
      }))
    );
    const answers = await asked(flagsOf(limit), rows.flatMap(({ questions }) => questions));
    let at = 0;
    for (const { kind, entry, questions } of rows) {
      const granted = answers.slice(at, at += questions.length);
      const expected = granted.every((answer) => answer === true);
      assert.equal(
        covers(limit, kind, entry),
        expected,
        `seed ${seed}: ${kind} ${entry} by ${JSON.stringify(limit[kind])}: ${granted}`,
      );
    }
  }
});

Deno.test("covers knows what is below from what only begins alike", () => {
  const limit: PermissionSet = { read: { allow: ["/data"] }, net: { allow: ["*.a.com"] } };
  assert.ok(covers(limit, "read", "/data/x"));
  assert.ok(!covers(limit, "read", "/data2"));
  assert.ok(!covers(limit, "read", "/"));
  assert.ok(!covers(limit, "read"));
  assert.ok(!covers(limit, "write", "/data"));
  assert.ok(covers(limit, "net", "*.b.a.com:80"));
  assert.ok(!covers(limit, "net", "ba.com"));
  // Deno grants nothing for a name that it does not find; nor can it be run.
  assert.ok(covers({ run: { allow: ["no_such_program"] } }, "run", "no_such_program"));
  assert.ok(!covers({ net: { allow: ["10.0.0.0/9"] } }, "net", "10.0.0.0/8"));
  assert.ok(!covers({ net: { allow: ["10.0.0.0/8"] } }, "net", "[::1]"));
});
