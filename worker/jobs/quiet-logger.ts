import { Logger } from "graphile-worker";
import { log } from "../log";

/** Passes the queue's problems to our log. It omits job failures, which the job's row holds, and other messages. */
export const quietLogger = new Logger(() => (level, message, meta) => {
  if (meta?.["failure"]) return;
  if (level === "error") log.error({ meta }, message);
  else if (level === "warning") log.warn({ meta }, message);
});
