import type { MediaContent } from "@x/mcp";

/** One red pixel. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC";

/** One sample of silence. */
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==";

export const IMAGE: MediaContent = { type: "image", data: PNG, mimeType: "image/png" };
export const AUDIO: MediaContent = { type: "audio", data: WAV, mimeType: "audio/wav" };
