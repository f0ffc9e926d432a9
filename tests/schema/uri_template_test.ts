import assert from "node:assert/strict";
import { uriTemplate } from "../../src/schema/uri_template.ts";

const match = (template: string, uri: string) => uriTemplate(template).match(uri);

Deno.test("uriTemplate takes one segment, several, and query parameters", () => {
  assert.deepEqual(match("x://{a}", "x://v"), { a: "v" });
  assert.equal(match("x://{a}", "x://"), undefined);
  assert.equal(match("x://{a}", "x://v/w"), undefined);
  assert.deepEqual(match("x://{a}/{b*}/end", "x://1/2/3/end"), { a: "1", b: "2/3" });
  assert.deepEqual(match("x://{+a}", "x://1/2"), { a: "1/2" });
  assert.deepEqual(match("x://p{?a,b}", "x://p"), {});
  assert.deepEqual(match("x://p{?a,b}", "x://p?b=1+2&c=3&b=4"), { b: "1 2" });
  assert.deepEqual(match("x://{p}{?a}", "x://1?a="), { p: "1", a: "" });
  assert.deepEqual(match("{scheme}://x", "http://x"), { scheme: "http" });
});

Deno.test("uriTemplate decodes once, and leaves a fragment out", () => {
  assert.deepEqual(match("x://{a}", "x://a%20b%2Fc%C3%BC"), { a: "a b/cü" });
  assert.deepEqual(match("x://{a}", "x://ü"), { a: "ü" });
  assert.deepEqual(match("x://{a}", "x://%252e"), { a: "%2e" });
  assert.deepEqual(match("x://{a}", "x://v#frag"), { a: "v" });
  assert.equal(match("x://{a}", "x://%E0%A4%A"), undefined);
});

Deno.test("C114 C115: literals match exactly, encoded or not, and no character of theirs is an operator", () => {
  for (const uri of ["doc:///annual report/x", "doc:///annual%20report/x"]) {
    assert.deepEqual(match("doc:///annual report/{name}", uri), { name: "x" });
  }
  assert.deepEqual(match("doc:///größe/{n}", "doc:///gr%C3%B6%C3%9Fe/1"), { n: "1" });
  assert.deepEqual(match("db://q?sql={s}", "db://q?sql=1"), { s: "1" });
  assert.equal(match("a.b://{x}", "aXb://1"), undefined);
  assert.deepEqual(match("a+b[c](d)://{x}", "a+b[c](d)://1"), { x: "1" });
});

Deno.test("uriTemplate never matches a value that leaves its place", () => {
  for (
    const value of [
      "..",
      "a/../b",
      "%2e%2e",
      "a/%2E%2e",
      "..%5cb",
      "/etc",
      "%2Fetc",
      "C:/x",
      "a%00b",
    ]
  ) assert.equal(match("f://{p*}", `f://${value}`), undefined, value);
  assert.deepEqual(match("f://{p*}", "f://a..b/...c"), { p: "a..b/...c" });
});

Deno.test("uriTemplate refuses what it cannot match, and says what to write", () => {
  for (
    const [template, says] of [
      ["x://{a}/{a}", /"a" occurs twice/],
      ["x://{#a}", /\{#a\} is not supported; write \{name\}/],
      ["x://{/a}", /\{\/a\} is not supported/],
      ["x://{;a}", /\{;a\} is not supported/],
      ["x://{&a}", /\{&a\} is not supported/],
      ["x://{a:3}", /\{a:3\} is not supported/],
      ["x://{a,b}", /\{a,b\} is not supported/],
      ["x://{}", /"" is not a parameter name/],
      ["x://{a b}", /"a b" is not a parameter name/],
      ["x://{a", /brace is not closed/],
      ["x://a}{b}", /brace is not closed or not opened/],
      ["x://{?a}/b", /must stand at the end/],
      ["x://a", /has no parameter/],
    ] as const
  ) assert.throws(() => uriTemplate(template), says, template);
});

Deno.test("uriTemplate gives earlier parameters as much as can be, and is quick whatever it is given", () => {
  assert.deepEqual(match("x://{a}-{b}", "x://1-2-3"), { a: "1-2", b: "3" });
  assert.deepEqual(match("x://{a*}/{b*}/end", "x://1/2/3/end"), { a: "1/2", b: "3" });
  assert.deepEqual(match("x://{a}{b}", "x://12"), { a: "1", b: "2" });
  assert.equal(match("x://{a}{b}", "x://1"), undefined);
  assert.equal(match("x://{a}-{b}", "x://--"), undefined);
  assert.deepEqual(match("x://{a}-{b}", "x://---"), { a: "-", b: "-" });
  const start = performance.now();
  assert.equal(match("w://{a*}-{b*}-{c*}/end", `w://${"-".repeat(200_000)}`), undefined);
  assert.ok(performance.now() - start < 1000);
});

Deno.test("uriTemplate checks query parameters for what leaves its place, too", () => {
  assert.equal(match("x://p{?a}", "x://p?a=../../x"), undefined);
  assert.equal(match("x://p{?a}", "x://p?a=%00"), undefined);
  assert.deepEqual(match("x://p{?a}", "x://p?a=/x"), { a: "/x" });
});
