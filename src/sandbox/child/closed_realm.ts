/**
 * Takes from a realm what gets at the disk without a permission, and sees to it that the realms which code
 * of a user makes begin in the same way. It uses nothing but its argument and what every realm has,
 * since it is run from its text there.
 *
 * @param text The text of this function
 */
export function closeRealm(text: string): void {
  // Code of a user may replace all that is not kept from before it.
  const { URL, Blob, Promise, String, encodeURIComponent } = globalThis;
  const { apply, construct, defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect;
  const { stringify } = JSON;
  const createObjectURL = URL.createObjectURL.bind(URL);
  const builtin = globalThis.process.getBuiltinModule as (name: string) => never;
  const { resolveObjectURL }: { resolveObjectURL: (url: string) => Blob | undefined } = builtin(
    "node:buffer",
  );
  const { pathToFileURL }: { pathToFileURL: (path: string) => URL } = builtin("node:url");
  const threads: { Worker: new (...args: unknown[]) => object } = builtin("node:worker_threads");

  // Deno lets nobody make a link who may not write everywhere, but forgets it here.
  const { WASI }: { WASI: { prototype: { getImportObject(): unknown } } } = builtin("node:wasi");
  const notCapable = () => 76;
  const imports = getOwnPropertyDescriptor(WASI.prototype, "wasiImport")!.get!;
  const { getImportObject } = WASI.prototype;
  function withoutLinks(this: object): object {
    const functions = apply(imports, this, []);
    defineProperty(functions, "path_symlink", {
      value: notCapable,
      configurable: false,
      writable: false,
    });
    return functions;
  }
  defineProperty(WASI.prototype, "wasiImport", { get: withoutLinks, configurable: false });
  defineProperty(WASI.prototype, "getImportObject", {
    value(this: object) {
      apply(withoutLinks, this, []);
      return apply(getImportObject, this, []);
    },
    configurable: false,
    writable: false,
  });
  // A pipe can be made of any descriptor, and Deno has the files of its caches open.
  const { binding } = globalThis.process as unknown as { binding: (name: string) => never };
  const { Pipe }: { Pipe: { prototype: { open(fd: number): number } } } = binding("pipe_wrap");
  const { guessHandleType }: { guessHandleType: (fd: number) => string } = binding("util");
  const { open } = Pipe.prototype;
  const invalid = -22;
  defineProperty(Pipe.prototype, "open", {
    value(this: object, descriptor: unknown) {
      const fd = Number(descriptor);
      return guessHandleType(fd) === "PIPE" ? apply(open, this, [fd]) : invalid;
    },
    configurable: false,
    writable: false,
  });

  const storages = [
    "localStorage",
    "sessionStorage",
    "Storage",
    "caches",
    "CacheStorage",
    "Cache",
  ];
  for (const name of storages) deleteProperty(globalThis, name);
  const { openKv } = Deno as { openKv?: (path?: string) => unknown };
  if (openKv !== undefined) {
    defineProperty(Deno, "openKv", {
      value: (path?: string) =>
        path === undefined
          ? Promise.reject(new TypeError("Cannot open a store: give a path that may be written to"))
          : openKv(String(path)),
    });
  }

  const beginning = `(${text})(${stringify(text)});`;
  const first = createObjectURL(new Blob([beginning], { type: "text/javascript" }));
  /** URL of a module that closes its realm before another is loaded. */
  const closed = (url: string): string => {
    const blob = resolveObjectURL(url);
    // A blob may have lost its URL before it is imported, and a module needs a type.
    const kept = blob === undefined ? url : createObjectURL(
      blob.type === "" ? new Blob([blob], { type: "text/javascript" }) : blob,
    );
    const source = `import ${stringify(first)}; import ${stringify(kept)};`;
    return `data:text/javascript,${encodeURIComponent(source)}`;
  };
  /** Puts a class in the place of another, so that nobody gets at that by what is made of it. */
  const replace = (owner: object, native: { readonly prototype: object }, by: object) => {
    defineProperty(by, "prototype", { value: native.prototype });
    defineProperty(native.prototype, "constructor", { value: by });
    defineProperty(owner, "Worker", { value: by, writable: true, configurable: true });
  };

  const { Worker: NativeWorker } = globalThis;
  const ClosedWorker = function Worker(specifier: unknown, options: unknown): object {
    const base = (globalThis as { location?: { href: string } }).location?.href;
    const url = closed(new URL(String(specifier), base).href);
    return construct(NativeWorker, [url, options], new.target ?? NativeWorker);
  };
  replace(globalThis, NativeWorker, ClosedWorker);

  const { Worker: NativeThread } = threads;
  const ClosedThread = function Worker(file: unknown, options?: { eval?: unknown }): object {
    const make = (what: unknown) =>
      construct(NativeThread, [what, options], new.target ?? NativeThread);
    if (options?.eval) return make(`${beginning}\n${file}`);
    const isUrl = file instanceof URL || String(file).startsWith("data:");
    const { href } = isUrl ? new URL(String(file)) : pathToFileURL(String(file));
    return make(new URL(closed(href)));
  };
  replace(threads, NativeThread, ClosedThread);
}
