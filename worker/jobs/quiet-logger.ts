import { Logger } from "graphile-worker";
import { log } from "../log";

/** The queue's own words: problems go to our log, but a job's failure, which its row says itself, and the rest do not. */
export const quietLogger = new Logger(() => (level, message, meta) => {
  if (meta?.["failure"]) return;
  if (level === "error") log.error({ meta }, message);
  else if (level === "warning") log.warn({ meta }, message);
});
