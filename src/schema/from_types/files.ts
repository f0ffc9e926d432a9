/** What the reader knows of a file system. */
export interface Files {
  /** The text of a file, if there is one. */
  read(path: string): string | undefined;
  /** Whether there is a file. */
  isFile(path: string): boolean;
  /** Whether there is a folder. */
  isFolder(path: string): boolean;
}

/** Path of a `file:` URL. */
export function pathOf(url: string | URL): string {
  const path = decodeURIComponent(new URL(url).pathname);
  // Of a drive of Windows: /C:/a.ts
  return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
}

/** The `file:` URL of an absolute path. */
export function fileUrl(path: string): string {
  const url = new URL("file:///");
  url.pathname = path.replaceAll("%", "%25");
  return url.href;
}
