import { Logger } from "graphile-worker";
import { log } from "../log";

/** The queue's own words: problems go to our log, the rest is left out. */
export const quietLogger = new Logger(() => (level, message, meta) => {
  if (level === "error") log.error({ meta }, message);
  else if (level === "warning") log.warn({ meta }, message);
});
