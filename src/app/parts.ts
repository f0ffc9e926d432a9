import type { LaneOptions } from "../protocol/lane_server.ts";
import type { Report } from "../server/errors.ts";
import { Registry } from "../server/registry.ts";
import { stderrLog } from "../transport/stderr_log.ts";
import type { HttpSettings } from "./http_options.ts";
import { Life } from "./life.ts";
import { checkOptions, httpOf, identityOf, type McpServerOptions, secretOf } from "./options.ts";
import { Registration } from "./registration.ts";
import { SandboxesOnDemand } from "./sandboxes_on_demand.ts";
import { UnreadFunctions } from "./unread_functions.ts";

/** What a server is made of. */
export interface Parts {
  readonly registry: Registry;
  readonly functions: UnreadFunctions;
  readonly registration: Registration;
  readonly life: Life;
  readonly http: HttpSettings;
  /** What every way to clients needs of the server. */
  readonly lane: LaneOptions;
  readonly report: Report;
}

/**
 * Puts a server without components together.
 *
 * @throws {TypeError} for an option that is wrong
 */
export function partsOf(options: McpServerOptions): Parts {
  checkOptions(options);
  const { pageSize, onDuplicate, errors, logging, validation, timeout } = options;
  const { instructions, cacheHints } = options;
  const report = stderrLog();
  const secret = secretOf(options);
  const http = httpOf(options);
  const registry = new Registry({
    secret,
    report,
    verbose: errors === "verbose",
    ...(pageSize === undefined ? {} : { pageSize }),
    ...(onDuplicate === undefined ? {} : { onDuplicate }),
    ...(logging === undefined ? {} : { logging }),
  });
  const { catalog } = registry;
  const functions = new UnreadFunctions(catalog, report);
  const sandboxes = new SandboxesOnDemand(catalog, report);
  const defaults = { validation, timeout };
  const registration = new Registration(catalog, functions, { defaults, run: sandboxes.run });
  const life = new Life({
    prepare: () => functions.read(),
    ready: () => {
      registry.warm();
      functions.serving = true;
      sandboxes.attend(registry.answered);
    },
    settled: () => {
      functions.serving = false;
      return registry.settled();
    },
    ended: () => sandboxes.stop(),
  }, report);
  const lane: LaneOptions = {
    registry,
    identity: identityOf(options),
    secret,
    report,
    ...(instructions === undefined ? {} : { instructions }),
    ...(cacheHints === undefined ? {} : { cacheHints }),
  };
  return { registry, functions, registration, life, http, lane, report };
}
