import assert from "node:assert/strict";
import { hostsOf, hostText } from "../../../src/sandbox/permissions/hosts.ts";
import { asked, starts } from "./asked.ts";

/** What Deno takes for hosts, and the form we give them. */
const TAKEN = {
  "EXAMPLE.com": "example.com",
  "example.com.": "example.com",
  "*.Example.com.": "*.example.com",
  "*.com:80": "*.com:80",
  "exa_mple.com": "exa_mple.com",
  "-a.com": "-a.com",
  "localhost:0": "localhost:0",
  "example.com:443": "example.com:443",
  "a.com:080": "a.com:80",
  "a.com:+80": "a.com:80",
  "A.com.:5": "a.com:5",
  "1.2.3.4": "1.2.3.4",
  "1.2.3.4:5": "1.2.3.4:5",
  "010.0.0.1": "010.0.0.1",
  "127.1": "127.1",
  "1.2.3.4.5": "1.2.3.4.5",
  "10.0.0.1/8": "10.0.0.1/8",
  "10.0.0.0/08": "10.0.0.0/8",
  "10.0.0.0/8:80": "10.0.0.0/8:80",
  "[::1]": "[::1]",
  "[0:0:0:0:0:0:0:1]:80": "[::1]:80",
  "[FE80::1%eth0]:5": "[fe80::1]:5",
  "[::ffff:1.2.3.4]": "1.2.3.4",
  "unix:/a/../b": "unix:/b",
  "vsock:1:2": "vsock:1:2",
  "vsock:-1:2": "vsock:4294967295:2",
  "vsock:1:2:3": "vsock:1:2",
} as const;

const REFUSED = [
  "",
  "*",
  "*:80",
  "*.",
  "*a.com",
  "a.*.com",
  "*.*.com",
  "a b.com",
  " a.com",
  "exämple.com",
  "a.com/b",
  "https://a.com",
  "ftp://a.com",
  "user@a.com",
  "a..b",
  ".com",
  ".",
  "a.com:",
  "a.com:65536",
  "a.com:x",
  "a.com:443:1",
  ":",
  ":65536",
  "::1",
  "::1%eth0",
  "[::1",
  "[::1]:",
  "[::1]/128",
  "[::g]",
  "fe80::/10",
  "1.2.3.4.",
  "10.0.0.0/33",
  "10.0.0.0/+8",
  "10.0.0.0/8.",
  "unix:",
  "unix:a",
  "UNIX:/a",
  "vsock:1",
  "vsock:-1:-1",
  "vsock:4294967296:1",
];

Deno.test("hostsOf takes what Deno takes, in one form for all that mean the same", async () => {
  for (const [text, form] of Object.entries(TAKEN)) {
    assert.deepEqual(hostsOf(text)?.map(hostText), [form], text);
    assert.deepEqual(hostsOf(form)?.map(hostText), [form], form);
  }
  const texts = Object.keys(TAKEN);
  assert.ok(await starts([`--allow-net=${texts.join(",")}`, `--allow-import=${texts.join(",")}`]));
  const askable = texts.filter((text) => !/[*/]/.test(text.replace("unix:/", "")));
  const answers = await asked(
    [`--allow-net=${texts.map((text) => TAKEN[text as keyof typeof TAKEN]).join(",")}`],
    askable.map((text) => ["net", text]),
  );
  assert.deepEqual(answers, askable.map(() => true));
  assert.deepEqual(hostsOf(":+80")?.map(hostText), ["0.0.0.0:80", "127.0.0.1:80", "localhost:80"]);
  assert.deepEqual(
    await asked(["--allow-net=:80"], [["net", "0.0.0.0:80"], ["net", "127.0.0.1:80"], [
      "net",
      "localhost:80",
    ]]),
    [true, true, true],
  );
});

Deno.test("hostsOf takes nothing that Deno refuses", async () => {
  for (const text of REFUSED) assert.equal(hostsOf(text), undefined, text);
  const started = await Promise.all(REFUSED.map((text) => starts([`--allow-net=${text}`])));
  assert.deepEqual(REFUSED.filter((_, i) => started[i]), []);
});
