import assert from "node:assert/strict";
import { parseDataUri } from "../../src/content/data_uri.ts";
import { extensionOf, typeOfExtension } from "../../src/content/file_name.ts";
import { signatureOf } from "../../src/content/media_signatures.ts";
import { isMediaType, isTextType, typeInHeader } from "../../src/content/media_type.ts";

const hex = (text: string) => Uint8Array.fromHex(text.replaceAll(" ", ""));
const ascii = (text: string) => new TextEncoder().encode(text);

const FIRST_BYTES: ReadonlyArray<readonly [type: string | undefined, bytes: Uint8Array]> = [
  ["image/png", hex("89504e47 0d0a1a0a 0000000d")],
  ["image/jpeg", hex("ffd8ffe0 00104a46")],
  ["image/gif", ascii("GIF87a...")],
  ["image/gif", ascii("GIF89a...")],
  ["image/webp", ascii("RIFF\x10\0\0\0WEBPVP8 ")],
  ["image/avif", ascii("\0\0\0\x20ftypavif")],
  ["image/heic", ascii("\0\0\0\x20ftypheic")],
  ["image/bmp", ascii("BM\x46\0\0\0\0\0\0\0\x36")],
  ["image/tiff", hex("49492a00 08000000")],
  ["image/svg+xml", ascii('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["image/svg+xml", ascii('<?xml version="1.0"?>\n<!-- drawn -->\n<!-- by hand -->\n<svg>')],
  ["audio/wav", ascii("RIFF\x10\0\0\0WAVEfmt ")],
  ["audio/mpeg", ascii("ID3\x04\0")],
  ["audio/mpeg", hex("fffb9064")],
  ["audio/flac", ascii("fLaC\0\0")],
  ["audio/aac", hex("fff15080")],
  ["audio/ogg", ascii(`OggS${"\0".repeat(24)}OpusHead`)],
  ["video/ogg", hex(`4f676753 ${"00".repeat(24)} 807468656f7261`)],
  ["audio/mp4", ascii("\0\0\0\x20ftypM4A ")],
  ["video/mp4", ascii("\0\0\0\x20ftypisom")],
  ["video/webm", hex("1a45dfa3 01")],
  ["application/pdf", ascii("%PDF-1.7")],
  ["application/zip", hex("504b0304 1400")],
  ["application/gzip", hex("1f8b0800")],
  [undefined, new Uint8Array()],
  [undefined, hex("89504e")],
  [undefined, hex("fffe6100")],
  [undefined, ascii("<html><svg>")],
  [undefined, ascii("RIFF\x10\0\0\0AVI LIST")],
];

for (const [type, bytes] of FIRST_BYTES) {
  Deno.test(`C153: first bytes ${bytes.subarray(0, 12).toHex()} are ${type}`, () => {
    assert.equal(signatureOf(bytes)?.mimeType, type);
  });
}

Deno.test("file names: the extension tells the type, and TypeScript is text", async () => {
  const types = {
    "a.ts": "text/typescript",
    "b.TSX": "text/typescript",
    "c.mts": "text/typescript",
    "d.d.cts": "text/typescript",
    "e.md": "text/markdown",
    "f.json": "application/json",
    "g.docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "h.m4a": "audio/mp4",
    "i.flac": "audio/flac",
    "j.mp3": "audio/mpeg",
    "k.jpg": "image/jpeg",
    "l.constructor": undefined,
  };
  for (const [name, type] of Object.entries(types)) {
    assert.equal(await typeOfExtension(extensionOf(name)!), type, name);
  }
  for (const name of ["README", ".env", "a/b.c/d", "a.", ""]) {
    assert.equal(extensionOf(name), undefined, name);
  }
  assert.ok(["text/typescript", "application/json", "image/svg+xml"].every(isTextType));
  assert.ok(!["application/pdf", "image/png", "audio/mpeg", "video/mp2t"].some(isTextType));
});

Deno.test("C019: data URIs of all spellings give their bytes", () => {
  const bytes = hex("fbff00");
  const spellings = [
    "data:image/png;base64,+/8A",
    "data:image/png;base64,-_8A",
    "DATA:image/PNG;charset=x;BASE64,+/8A",
    "data:image/png;base64,%2B%2F8A",
    "data:image/png; base64 ,+/ 8A\n",
    "data:image/png,%fb%FF%00",
  ];
  for (const uri of spellings) {
    assert.deepEqual(parseDataUri(uri), { bytes, mimeType: "image/png" }, uri);
  }
  assert.deepEqual(parseDataUri("data:;base64,QQ").bytes, hex("41"), "without padding");
  assert.deepEqual(parseDataUri("data:,50%").bytes, ascii("50%"));
  assert.equal(parseDataUri("data:,x").mimeType, "text/plain");
  assert.equal(parseDataUri("data:;charset=utf-16le,x").mimeType, "text/plain;charset=utf-16le");
  assert.equal(parseDataUri("data:text/plain\n<b>,x").mimeType, undefined);
  for (const wrong of ["data:image/png;base64", "data:image/png;base64,!!!", "data:;base64,A"]) {
    assert.throws(() => parseDataUri(wrong), TypeError, wrong);
  }
});

Deno.test("media types: what is none is not taken from a header", () => {
  const headers = {
    "image/PNG": "image/png",
    " image/jpg ; q=1": "image/jpeg",
    "text/plain; charset=utf-8": "text/plain",
    "text/plain;charset=US-ASCII": "text/plain",
    'text/html; charset="ISO-8859-1"; x=1': "text/html;charset=iso-8859-1",
    "image/png; charset=binary": "image/png",
    "image/png, text/html": undefined,
    "garbage": undefined,
    ";;;": undefined,
    "": undefined,
    "text/plain\n<b>": undefined,
    "gar bage/x": undefined,
    "application/octet-stream": undefined,
  };
  for (const [header, type] of Object.entries(headers)) {
    assert.equal(typeInHeader(header), type, JSON.stringify(header));
  }
  assert.ok(isMediaType("a/b; c=d"));
  for (const text of ["a/b\n;c=d", "a/b;c=d\ne", "a/b;c=\0", "a/b c", "a"]) {
    assert.ok(!isMediaType(text), JSON.stringify(text));
  }
});
