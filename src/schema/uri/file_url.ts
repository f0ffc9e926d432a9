/** Path of a `file:` URL. */
export function pathOf(url: string | URL): string {
  const path = decodeURIComponent(new URL(url).pathname);
  // Of a drive of Windows: /C:/a.ts
  return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
}

/** The `file:` URL of an absolute path. */
export function fileUrl(path: string): string {
  const url = new URL("file:///");
  // What `URL` would take for an escape, or leave out.
  url.pathname = path.replace(/[%\t\n\r]/g, encodeURIComponent);
  return url.href;
}

/** The folder of a file and those above it, as URLs, the nearest first; none if it is not a file. */
export function* foldersAbove(url: string): Generator<string> {
  if (!url.startsWith("file:")) return;
  for (let folder = new URL("./", url);; folder = new URL("../", folder)) {
    yield folder.href;
    if (folder.href === new URL("../", folder).href) return;
  }
}
