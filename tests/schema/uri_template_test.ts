import assert from "node:assert/strict";
import { normal, sameUri } from "../../src/schema/uri/uri_spelling.ts";
import { uriTemplate } from "../../src/schema/uri/uri_template.ts";

const match = (template: string, uri: string) => uriTemplate(template).match(uri);

/** Template, URI, and the values; `undefined` where it does not match. */
type Row = readonly [string, string, Record<string, string> | undefined];

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  "{a} is one segment of at least one character, decoded once": [
    ["x://{a}", "x://v", { a: "v" }],
    ["x://{a}", "x://", undefined],
    ["x://{a}", "x://v/w", undefined],
    ["x://{a}", "x://v/", undefined],
    ["x://{a}", "x://v?q=1", undefined],
    ["x://{a}", "x://v%2Fw%2fx", { a: "v/w/x" }],
    ["x://{a}", "x://%252F", { a: "%2F" }],
    ["x://{a}", "x://a%20b", { a: "a b" }],
    ["x://{a}", "x://a b", { a: "a b" }],
    ["x://{a}", "x://ü%C3%BC😀", { a: "üü😀" }],
    ["x://{a}", "x://a+b", { a: "a+b" }],
    ["x://{a}", "x://{b}|^[c]", { a: "{b}|^[c]" }],
    ["x://{a}/{b}", "x://1/2", { a: "1", b: "2" }],
    ["{scheme}://x", "http://x", { scheme: "http" }],
    ["x://{__proto__}", "x://v", JSON.parse('{ "__proto__": "v" }')],
  ],
  "{a*} is one or more characters, / among them, as many as can be": [
    ["x://{a*}", "x://1/2/3", { a: "1/2/3" }],
    ["x://{a*}", "x://1", { a: "1" }],
    ["x://{a*}", "x://1/2/", { a: "1/2/" }],
    ["x://{a*}", "x://1%2F2/3", { a: "1/2/3" }],
    ["x://{a*}", "x://", undefined],
    ["x://{a*}.md", "x://1/2.md.md", { a: "1/2.md" }],
    ["x://{a*}/end", "x:///end", undefined],
    ["x://{+a}", "x://1/2", { a: "1/2" }],
  ],
  "literals match exactly among parameters; a trailing slash is a different URI": [
    ["x://{a}/{b*}/end", "x://1/2/3/end", { a: "1", b: "2/3" }],
    ["x://{a}/{b*}/end", "x://1/end", undefined],
    ["x://{a}/{b*}/end", "x://1/2/3/end/", undefined],
    ["x://{a}/end", "x://1/End", undefined],
    ["x://{a}/", "x://1/", { a: "1" }],
    ["x://{a}/", "x://1", undefined],
    ["x://{a}-{b}", "x://1-2-3", { a: "1-2", b: "3" }],
    ["x://{a*}/{b*}/end", "x://1/2/3/end", { a: "1/2", b: "3" }],
    ["x://{a}{b}", "x://12", { a: "1", b: "2" }],
    ["x://{a}{b}", "x://1", undefined],
    ["x://{a}-{b}", "x://--", undefined],
    ["x://{a}-{b}", "x://---", { a: "-", b: "-" }],
  ],
  "{?a,b} are optional: unknown keys are ignored, the first of a key counts": [
    ["x://p{?a,b}", "x://p", {}],
    ["x://p{?a,b}", "x://p?", {}],
    ["x://p{?a,b}", "x://p?b=2&a=1", { a: "1", b: "2" }],
    ["x://p{?a,b}", "x://p?c=3&d", {}],
    ["x://p{?a,b}", "x://p?b=1&b=2", { b: "1" }],
    ["x://p{?a,b}", "x://p?a=&b", { a: "", b: "" }],
    ["x://p{?a,b}", "x://p?a=1+2%2B3%203&b=x=y", { a: "1 2+3 3", b: "x=y" }],
    ["x://p{?a}", "x://p?a=1+2+3", { a: "1 2 3" }],
    ["x://p{?a_b}", "x://p?a_b=+1+", { a_b: " 1 " }],
    ["x://p{?a,b}", "x://p?%61=%C3%BC", { a: "ü" }],
    ["x://p{?a,b}", "x://p?a=%FF", undefined],
    ["x://p{?a,b}", "x://p?c=%FF", {}],
    ["x://p{?a,b}", "x://p?a=b?c/d", { a: "b?c/d" }],
    ["x://{p}{?a}", "x://1?a=2", { p: "1", a: "2" }],
    ["x://{p*}{?a}", "x://1/2?a=3", { p: "1/2", a: "3" }],
    ["x://p{?a}", "x://q?a=1", undefined],
  ],
  "a fragment is left out of account": [
    ["x://{a}", "x://v#frag", { a: "v" }],
    ["x://{a}", "x://v#/b?c#d", { a: "v" }],
    ["x://p{?a}", "x://p?a=1#frag", { a: "1" }],
    ["x://{a}", "x://v%23frag", { a: "v#frag" }],
    ["x://a%23b/{c}", "x://a%23b/1", { c: "1" }],
  ],
  "scheme and host match in any case, all else does not": [
    ["X://Host/{a}", "x://hOST/A", { a: "A" }],
    ["x://{a}/B", "X://A/B", { a: "A" }],
    ["x://{a}/B", "x://A/b", undefined],
    ["x://h/P/{a}", "x://h/p/1", undefined],
    ["X://GRÜN/{a}", "x://grün/1", undefined],
    ["http://Host{?a}", "http://Host?a=1", { a: "1" }],
  ],
  "what cannot be decoded does not match": [
    ["x://{a}", "x://%E0%A4%A", undefined],
    ["x://{a}", "x://%", undefined],
    ["x://{a}", "x://%zz", undefined],
    ["x://{a}", "x://%%32e", undefined],
    ["x://{a}", "x://%FF", undefined],
    ["x://{a}", "x://\uD800", { a: "\uFFFD" }],
  ],
};

for (const [rule, rows] of Object.entries(TABLE)) {
  Deno.test(`uriTemplate: ${rule}`, () => {
    for (const [template, uri, values] of rows) {
      assert.deepEqual(match(template, uri), values, `${template} ${uri}`);
    }
  });
}

Deno.test("C114: literals match whether they, or the URI, are written raw or encoded", () => {
  const spellings = {
    "doc:///annual report/": ["doc:///annual report/", "doc:///annual%20report/"],
    "doc:///größe/": ["doc:///größe/", "doc:///gr%C3%B6%C3%9Fe/", "doc:///gr%c3%b6%c3%9fe/"],
    "doc:///(a)'[b]!/": [
      "doc:///(a)'[b]!/",
      "doc:///%28a%29%27%5Bb%5D%21/",
      encodeURI("doc:///(a)'[b]!/"),
    ],
    "doc:///a|b^c/": ["doc:///a|b^c/", "doc:///a%7Cb%5Ec/"],
    "doc:///50%25/": ["doc:///50%25/"],
  };
  for (const literals of Object.values(spellings)) {
    for (const literal of literals) {
      for (const start of literals) {
        for (const name of ["x y", "x%20y"]) {
          assert.deepEqual(match(`${literal}{name}`, start + name), { name: "x y" }, start);
        }
      }
    }
  }
  assert.equal(match("doc:///a%2Fb/{c}", "doc:///a/b/1"), undefined);
});

Deno.test("C115: no character of a literal is an operator, and behind a literal ? all is taken", () => {
  for (
    const [template, uri, values] of [
      ["db://q?sql={s}", "db://q?sql=1", { s: "1" }],
      ["db://q?sql={s}", "db://q?sql=a?b/c%26d e", { s: "a?b/c&d e" }],
      ["db://q?sql={s}&n={n}", "db://q?sql=x&y&n=2", { s: "x&y", n: "2" }],
      ["db://q?sql={s}", "db://q", undefined],
      ["db://q?sql={s}", "db://sql=1", undefined],
      ["a.b://{x}", "a.b://1", { x: "1" }],
      ["a.b://{x}", "aXb://1", undefined],
      ["x://a.b/{x}", "x://aXb/1", undefined],
      ["a+b[c](d)://{x}", "a+b[c](d)://1", { x: "1" }],
      ["a+b://{x}", "aab://1", undefined],
      ["x://$^|*/{x}", "x://$^|*/1", { x: "1" }],
    ] as const satisfies readonly Row[]
  ) assert.deepEqual(match(template, uri), values, `${template} ${uri}`);
});

const AWAY = [
  "..",
  "../b",
  "a/..",
  "a/../b",
  "..%2Fb",
  "%2e%2e",
  "%2E%2e/b",
  "a/%2e%2e/b",
  "..\\b",
  "..%5cb",
  "a%5C..",
  "/etc",
  "%2Fetc",
  "%5C%5Chost%5Cshare",
  "C:/x",
  "c:%5Cx",
  "C:",
  "a%00b",
  "a\0b",
];

Deno.test("C118: a value with a .. segment, an absolute path or a NUL does not match unless it may", () => {
  for (const text of AWAY) {
    const value = decodeURIComponent(text);
    assert.equal(match("f:{p*}", `f:${text}`), undefined, text);
    assert.equal(match("f:x{?p}", `f:x?p=${text}`), undefined, text);
    for (const allowed of [true, ["p"]] as const) {
      assert.deepEqual(uriTemplate("f:{p*}", allowed).match(`f:${text}`), { p: value }, text);
      assert.deepEqual(uriTemplate("f:x{?p}", allowed).match(`f:x?p=${text}`), { p: value }, text);
    }
  }
  const some = uriTemplate("f://{p}/{q}", ["q"]);
  assert.deepEqual(some.match("f://a/.."), { p: "a", q: ".." });
  assert.equal(some.match("f://../a"), undefined);
  for (const value of ["a..b/...c/.d", "%252e%252e", "...", "1:2/3", "C:x", "a/./b", "~"]) {
    assert.deepEqual(match("f:{p*}", `f:${value}`), { p: decodeURIComponent(value) });
  }
});

Deno.test("uriTemplate refuses what it cannot match, names it, and says what to write", () => {
  for (
    const [template, says] of [
      ["x://{a}/{a}", /"a" occurs twice/],
      ["x://{a}{?a}", /"a" occurs twice/],
      ["x://{#a}", /the operator # in \{#a\} is not supported; write \{name\}/],
      ["x://{/a}", /the operator \/ in \{\/a\} is not supported/],
      ["x://{;a}", /the operator ; in \{;a\} is not supported/],
      ["x://{&a}", /the operator & in \{&a\} is not supported/],
      ["x://{.a}", /the operator \. in \{\.a\} is not supported/],
      ["x://{=a}", /the operator = in \{=a\} is not supported/],
      ["x://{a:3}", /the prefix :3 in \{a:3\} is not supported/],
      ["x://{a,b}", /a list of names in \{a,b\} is not supported/],
      ["x://{+a,b}", /a list of names in \{\+a,b\} is not supported/],
      ["x://{+a*}", /\+ together with \* in \{\+a\*\} is not supported/],
      ["x://{b}{?a*}", /the \* of a query parameter in \{\?a\*\} is not supported/],
      ["x://{b}{?a:3}", /the prefix :3 in \{\?a:3\} is not supported/],
      ["x://{}", /"" is not a parameter name/],
      ["x://{b}{?}", /"" is not a parameter name/],
      ["x://{a b}", /"a b" is not a parameter name/],
      ["x://{a", /brace is not closed/],
      ["x://a}{b}", /brace is not closed or not opened/],
      ["x://{b}{?a}/b", /must stand at the end/],
      ["x://{b}{?a}{?c}", /must stand at the end/],
      ["x://p?q={b}{?a}", /\{\?a\} cannot follow a \?/],
      ["x://a#{b}", /a fragment cannot be matched.*%23/],
      ["x://100%/{b}", /write %25/],
      ["{?a}", /nothing before/],
      ["x://a", /has no parameter/],
    ] as const
  ) {
    assert.throws(() => uriTemplate(template), says, template);
    // Also where a parameter that is right stands next to it.
    if (/not supported/.test(String(says))) {
      assert.throws(() => uriTemplate(template.replace("://", "://{ok}/")), says, template);
    }
  }
});

Deno.test("uriTemplate is quick whatever it is given", () => {
  const start = performance.now();
  assert.equal(match("w://{a*}-{b*}-{c*}/end", `w://${"-".repeat(200_000)}`), undefined);
  assert.deepEqual(match("w://p{?a}", `w://p?${"b&".repeat(100_000)}a=1`), { a: "1" });
  assert.ok(performance.now() - start < 1000);
});

Deno.test("normal keeps what it made, and what it cannot take apart", () => {
  for (
    const [uri, spelt] of [
      ["x://a b/ü", "x://a%20b/%C3%BC"],
      ["x://%61%2d%7E", "x://a-~"],
      ["x://a/%2e%2e/b/../c", "x://a/%2E%2E/b/../c"],
      ["x://%2f%3f%23%25", "x://%2F%3F%23%25"],
      ["x://%%32e", "x://%252e"],
      ["x://100%", "x://100%25"],
      ["x://[a]\\", "x://%5Ba%5D%5C"],
    ]
  ) {
    assert.equal(normal(uri), spelt);
    assert.equal(normal(spelt), spelt);
  }
});

Deno.test("sameUri is the same for equal URIs only", () => {
  for (
    const [a, b, same] of [
      ["HTTP://Example.com/A", "http://example.COM/A", true],
      ["http://example.com/A", "http://example.com/a", false],
      ["http://example.com", "http://example.com/", true],
      ["http://example.com?a", "http://example.com/?a", true],
      ["https://h:8443#top", "https://h:8443/#top", true],
      ["ws://example.com", "ws://example.com/", true],
      ["wss://example.com?a", "wss://example.com/?a", true],
      ["ftp://example.com", "FTP://example.com/", true],
      ["sftp://example.com", "sftp://example.com/", false],
      ["file://host", "file://host/", false],
      ["data://x", "data://x/", false],
      ["data://x/", "data://x", false],
      ["data:X", "DATA:X", true],
      ["data:X", "data:x", false],
      ["x://a%2Ejson", "x://a.json", true],
      ["x://a/%2E%2E/b", "x://b", false],
      ["x://a%2Fb", "x://a/b", false],
    ] as const
  ) assert.equal(sameUri(a) === sameUri(b), same, `${a} ${b}`);
});
