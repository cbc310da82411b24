import Docker from "dockerode";
import type { IncomingMessage } from "node:http";

/** Limit for an answer of the engine, so that a hanging engine blocks nothing. */
const LIMIT_MS = 5_000;
/** Limit for requests of a start: only the start waits, and a busy machine takes longer. */
export const START_MS = 30_000;

export interface EngineCall {
  method: "GET" | "POST" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  /** An archive as the body. */
  file?: Buffer;
  headers?: Record<string, string>;
  limitMs?: number;
}

/** The engine's answer to a request that it refused or failed. Status 0: it gave no answer. */
export class EngineError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Podman or Docker behind its socket. Podman has both APIs: Docker's, and its own under `/libpod`. */
export class Engine {
  readonly socketPath: string;
  readonly #docker: Docker;

  constructor(socketPath: string) {
    this.socketPath = socketPath;
    this.#docker = new Docker({ socketPath });
  }

  /** The answer's JSON, or its text where it is none. @throws EngineError */
  async call<Answer = unknown>(call: EngineCall): Promise<Answer> {
    return (await this.#dial(call, false)) as Answer;
  }

  /** The answer as it comes; `signal` ends it. @throws EngineError */
  async stream(call: EngineCall, signal: AbortSignal): Promise<IncomingMessage> {
    return (await this.#dial(call, true, signal)) as IncomingMessage;
  }

  async #dial(call: EngineCall, isStream: boolean, ended?: AbortSignal): Promise<unknown> {
    const { method, path, query = {}, body, file, headers, limitMs = LIMIT_MS } = call;
    const late = new AbortController();
    // Only the start of a stream must arrive in time.
    const timer = setTimeout(() => late.abort(), limitMs);
    try {
      return await new Promise((resolve, reject) => {
        const options = {
          ...{ method, path: `${path}?`, isStream, headers, file, statusCodes: ANY_SUCCESS },
          // Without a body of its own the whole of this is sent, which Docker refuses at a start.
          options: { _query: query, _body: body ?? {} },
          abortSignal: ended ? AbortSignal.any([ended, late.signal]) : late.signal,
        };
        this.#docker.modem.dial(options, (error, answer) => (error ? reject(error as Error) : resolve(answer)));
        // Some HTTP servers never answer an aborted call.
        late.signal.addEventListener("abort", () => reject(new Error("late")));
      });
    } catch (error) {
      if (late.signal.aborted)
        throw new EngineError(0, `the container engine did not answer within ${limitMs / 1000} s`);
      throw asEngineError(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

const ANY_SUCCESS = Object.fromEntries([200, 201, 202, 204, 304].map((status) => [status, true]));

function asEngineError(error: unknown): EngineError {
  const { statusCode, json, message, code } = error as {
    statusCode?: number;
    json?: { message?: string; cause?: string };
    message?: string;
    code?: string;
  };
  if (statusCode === undefined)
    return new EngineError(0, `the container engine cannot be reached (${code ?? message ?? "no answer"})`);
  return new EngineError(statusCode, json?.message ?? json?.cause ?? message ?? `it answered ${statusCode}`);
}
