import { deno, path } from "./server_process.ts";

/** A registry on loopback that serves this package as JSR would, and an environment to use it in. */
export interface FakeJsr extends AsyncDisposable {
  /** Environment for `deno`: the registry, and a cache that has npm's packages but nothing of JSR. */
  readonly env: Record<string, string>;
  /** Name and version of the package. */
  readonly name: string;
  readonly version: string;
}

/** Serves what `deno publish` would publish, with bare specifiers written out as it writes them. */
export async function fakeJsr(): Promise<FakeJsr> {
  const config = JSON.parse(await Deno.readTextFile(path("deno.json")));
  const { name, version, exports, imports } = config;
  const { stderr, stdout } = await deno(
    ["publish", "--dry-run", "--allow-dirty", "--no-check"],
    { cwd: path("") },
  );
  const published = [...(stderr + stdout).matchAll(/^\s+file:\/\/(\S+) \(/gm)]
    .map(([, file]) => decodeURIComponent(file).slice(path("").length));
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const file of published) {
    const bytes = await Deno.readFile(path(file));
    files.set(`/${file}`, file.endsWith(".ts") ? unfurled(bytes, imports) : bytes);
  }
  const manifest: Record<string, unknown> = {};
  for (const [file, bytes] of files) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    manifest[file] = { size: bytes.length, checksum: `sha256-${digest.toHex()}` };
  }
  const [scope, shortName] = name.slice(1).split("/");
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === `/${name}/meta.json`) {
      return Response.json({
        scope,
        name: shortName,
        latest: version,
        versions: { [version]: {} },
      });
    }
    if (pathname === `/${name}/${version}_meta.json`) return Response.json({ manifest, exports });
    const prefix = `/${name}/${version}`;
    const bytes = pathname.startsWith(prefix)
      ? files.get(pathname.slice(prefix.length))
      : undefined;
    if (bytes === undefined) return new Response("Not found", { status: 404 });
    const type = pathname.endsWith(".ts") ? "application/typescript" : "application/json";
    return new Response(bytes, { headers: { "content-type": type } });
  });
  const cache = await coldCache();
  return {
    name,
    version,
    env: { JSR_URL: `http://127.0.0.1:${server.addr.port}/`, DENO_DIR: cache },
    [Symbol.asyncDispose]: async () => {
      await server.shutdown();
      await Deno.remove(cache, { recursive: true });
    },
  };
}

/** A cache for `deno` that has npm's packages and nothing else. */
export async function coldCache(): Promise<string> {
  const cache = await Deno.makeTempDir();
  const { stdout } = await deno(["info", "--json"]);
  await Deno.symlink(JSON.parse(stdout).npmCache, `${cache}/npm`);
  return cache;
}

function unfurled(bytes: Uint8Array, imports: Record<string, string>): Uint8Array<ArrayBuffer> {
  const source = new TextDecoder().decode(bytes);
  return new TextEncoder().encode(source.replace(
    /(\bfrom |\bimport |\bimport\()"([^".][^"]*)"/g,
    (whole, before, specifier) => {
      const alias = Object.keys(imports).find((key) =>
        specifier === key || specifier.startsWith(`${key}/`)
      );
      return alias === undefined
        ? whole
        : `${before}"${imports[alias]}${specifier.slice(alias.length)}"`;
    },
  ));
}
