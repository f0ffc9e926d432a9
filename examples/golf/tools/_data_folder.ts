/** The path of a file below the folder `data`; a leading `_` makes this file no component. */
export function dataFile(path: string): URL {
  return new URL(path.split("/").map(encodeURIComponent).join("/"), DATA);
}

const DATA = new URL("../data/", import.meta.url);
