import type {
  Signature,
  SignatureAnswer,
  SignatureRequest,
} from "../../schema/from_types/signature.ts";
import type { Report } from "../../server/errors.ts";
import { stderrLog } from "../../transport/stderr_log.ts";
import { cachedSignatures, keepSignatures } from "./cache.ts";
import { demandReader } from "./demand_reader.ts";
import { SignatureReader } from "./reader.ts";

/**
 * Reads what functions say in their source: from the cache where nothing has changed since it was
 * filled, and else by a process of its own, which needs the permission to run Deno.
 *
 * @param report Told on level `debug` how many were read, and how many were in the cache
 * @returns what came of the requests, in their order
 * @throws {Error} in one line, if they have to be read and cannot be here; it says what to run instead
 */
export async function readSignatures(
  requests: readonly SignatureRequest[],
  report: Report = stderrLog(),
): Promise<SignatureAnswer[]> {
  const { signatures: cached, hidden } = await cachedSignatures(requests);
  const missing = requests.filter((request) => !cached.has(request));
  if (missing.length > 0) demandReader(missing, hidden);
  const read = missing.length === 0 ? [] : await readAndKeep(missing);
  report({
    level: "debug",
    message: `signatures: ${missing.length} read, ${cached.size} from the cache`,
  });
  const answers = new Map(missing.map((request, i) => [request, read[i]]));
  return requests.map((request) => answers.get(request) ?? { signature: cached.get(request)! });
}

async function readAndKeep(requests: readonly SignatureRequest[]): Promise<SignatureAnswer[]> {
  const started = Date.now();
  await using reader = new SignatureReader();
  const answers = await reader.read(requests);
  const modules = Map.groupBy(requests.keys(), (i) => requests[i].url);
  await Promise.all([...modules].map(([url, places]) => {
    const signatures = places.flatMap((i): [SignatureRequest, Signature][] => {
      const answer = answers[i];
      return answer.problems === undefined ? [[requests[i], answer.signature]] : [];
    });
    return keepSignatures({ url, below: reader.modulesBelow(url), started, signatures });
  }));
  return answers;
}
