import pino from "pino";
import { env } from "~/platform/env.server";
import { errorWriter } from "~/platform/log-error";
import { logOutput } from "~/platform/log-output.server";

/** Structured log of web, one JSON line each. Secrets never get here: bodies and credentials are not logged. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: { process: env.WEB_PROCESS === 1 ? "web" : `web-${env.WEB_PROCESS}` },
    serializers: { err: errorWriter(env.DATABASE_URL) },
  },
  logOutput(),
);
