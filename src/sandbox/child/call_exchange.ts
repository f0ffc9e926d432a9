import type { Exchange, LogLevel } from "../../server/exchange.ts";
import type { CallData } from "../messages.ts";
import type { Send } from "./channel.ts";

/**
 * What a lane would tell of a request, made of data; what is said to the caller goes by the server.
 *
 * @param id Id of the call
 */
export function exchangeOf(id: number, data: CallData, send: Send): Exchange {
  const { request, meta = {}, logLevel, inputResponses = {}, requestState, ...known } = data;
  return {
    ...known,
    meta,
    logLevel,
    inputResponses,
    requestState,
    httpRequest: request && requestOf(request),
    closeStream: () => send({ type: "closeStream", id }),
    notify: (method, params) => {
      if (method === "notifications/progress") {
        const { progress, total, message } = params as unknown as Progress;
        send({
          type: "progress",
          id,
          progress,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message }),
        });
      } else {
        const { level, data, logger } = params as unknown as LogMessage;
        const log = { type: "log", id, level, data } as const;
        try {
          send(logger === undefined ? log : { ...log, logger: String(logger) });
        } catch {
          // What has no JSON form could not go on to the client either.
        }
      }
    },
  };
}

interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

interface LogMessage {
  readonly level: LogLevel;
  readonly data: unknown;
  readonly logger?: unknown;
}

function requestOf({ url, method, headers }: NonNullable<CallData["request"]>): Request {
  return new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}
