import { ErrorCode } from "../server/errors.ts";
import type { Refusal } from "./http_guard.ts";
import { inTime } from "./in_time.ts";

/** Bounds of {@linkcode readBody}. */
export interface BodyBounds {
  /** Largest body, in bytes. */
  readonly maxBytes: number;
  /** How long the whole body may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * Reads the body of a POST, which says JSON, as text. What is too large is never held.
 *
 * @returns the text, or why it is refused
 */
export async function readBody(
  request: Request,
  { maxBytes, timeoutMs }: BodyBounds,
): Promise<string | Refusal> {
  const { headers } = request;
  // Of several types, nobody could say which counts.
  const [type, ...others] = headers.get("content-type")?.split(",") ?? [];
  if (type?.split(";")[0].trim().toLowerCase() !== "application/json" || others.length > 0) {
    return { status: 415, message: "Unsupported media type: send content-type: application/json" };
  }
  const encoding = headers.get("content-encoding");
  if (encoding !== null && encoding.trim().toLowerCase() !== "identity") {
    return { status: 415, message: `Unsupported content encoding: send the body as it is` };
  }
  const tooLarge: Refusal = {
    status: 413,
    message: `Body too large: at most ${maxBytes} bytes are taken`,
  };
  if (Number(headers.get("content-length")) > maxBytes) return tooLarge;
  if (request.body === null) return "";
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  let broken = false;
  const read = async () => {
    while (size <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) return;
      size += value.length;
      parts.push(value);
    }
  };
  const whole = await inTime(read().catch(() => void (broken = true)), timeoutMs);
  if (!whole || broken || size > maxBytes) {
    reader.cancel().catch(() => {/* it is broken already */});
    if (size > maxBytes) return tooLarge;
    return whole
      ? { status: 400, message: "The body ended early" }
      : { status: 408, message: `The body took longer than ${timeoutMs} ms` };
  }
  try {
    const bytes = parts.length === 1 ? parts[0] : await new Blob(parts as BlobPart[]).bytes();
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return {
      status: 400,
      message: "Parse error: the body is not UTF-8",
      code: ErrorCode.ParseError,
    };
  }
}
