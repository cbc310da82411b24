import pino from "pino";
import { env } from "~/platform/env.server";
import { errorWriter } from "~/platform/log-error";
import { logOutput } from "~/platform/log-output.server";

/** Structured log of the worker, one JSON object a line. */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    base: { part: "worker", pid: process.pid },
    serializers: { err: errorWriter(env.DATABASE_URL) },
  },
  logOutput(),
);
