import assert from "node:assert/strict";
import { permissionText } from "../../../src/sandbox/permissions/permission_text.ts";
import { unionOf } from "../../../src/sandbox/permissions/union.ts";

Deno.test("unionOf grants what some set grants, and denies what no set grants", () => {
  assert.deepEqual(unionOf([]), {});
  assert.deepEqual(
    unionOf([
      { net: { allow: ["b.com"] }, read: { allow: ["/a"], deny: ["/a/x", "/a/y"] } },
      { net: { allow: ["a.com", "b.com"] }, env: { allow: true, ignore: ["K"] } },
      { read: { allow: true, deny: ["/a/y"] }, env: { allow: ["A"] } },
    ]),
    {
      read: { allow: true, deny: ["/a/y"] },
      net: { allow: ["a.com", "b.com"] },
      env: { allow: true },
    },
  );
  assert.deepEqual(unionOf([{ read: { allow: ["/a"], deny: true } }]), {
    read: { allow: ["/a"], deny: true },
  });
});

Deno.test("permissionText shows a set on one line", () => {
  assert.equal(permissionText({}), "none");
  assert.equal(permissionText({ env: { allow: [], ignore: true } }), "none");
  assert.equal(
    permissionText({
      read: { allow: ["/p", "/p/data", "/p2", "/my data"], deny: ["/p/secret"] },
      net: { allow: true },
      env: { allow: ["A*"], ignore: true },
      run: { allow: ["git"] },
    }, "/p/"),
    'read=.,./data,"/my data",/p2 !read=./secret net env=A* !env run=git',
  );
  assert.equal(permissionText({ read: { allow: ["/p/data"] } }), "read=/p/data");
});
