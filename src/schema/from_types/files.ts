/** What the reader knows of a file system. */
export interface Files {
  /** The text of a file, if there is one. */
  read(path: string): string | undefined;
  /** Why there is no text of a file, if there is none. */
  fault(path: string): string | undefined;
  /** Whether there is a file. */
  isFile(path: string): boolean;
  /** Whether there is a folder. */
  isFolder(path: string): boolean;
}
