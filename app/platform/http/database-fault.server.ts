import { errorCode } from "~/platform/db.server";

// The database cannot be reached because of the machine, the network or the name, or a socket broke.
const SYSTEM =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|ENOENT|ERR_(SOCKET_CLOSED|STREAM_(DESTROYED|WRITE_AFTER_END)))$/;
// A connection broke or was rejected; the server is starting, stopping, full, out of disk, too slow or a standby; or
// the database is missing at this moment.
const POSTGRES = /^(08|28|53|57P|57014|58|25006|25P0[34]|3D000)/;
const PRISMA = /^(P1000|P1001|P1002|P1003|P1008|P1010|P1011|P1017|P2024|P2037)$/;
// Errors of pg, its pool and Prisma that have no code.
const TEXT = new RegExp(
  [
    "connection terminated",
    "connection error and is not queryable",
    "client was closed and is not queryable",
    "query read timeout",
    "timeout exceeded when trying to connect",
    "^timeout expired$",
    "cannot use a pool after calling end",
    "server does not support SSL connections",
    "error establishing an SSL connection",
    "received unexpected \\w+ message from backend",
    "server (has )?(unexpectedly )?closed the connection",
    "can't reach database",
  ].join("|"),
  "i",
);

/** Checks whether a statement failed because the database cannot answer now, not because the statement is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  if (!(error instanceof Error)) return hasCode(error);
  if (isCode(errorCode(error)) || TEXT.test(error.message)) return true;
  return error.cause !== undefined && isDatabaseDown(error.cause);
}

function isCode(code: string): boolean {
  return SYSTEM.test(code) || POSTGRES.test(code) || PRISMA.test(code);
}

/** Checks whether the cause of an error has one of these codes. Prisma's adapter puts a plain object there. */
function hasCode(cause: unknown): boolean {
  if (typeof cause !== "object" || cause === null || !("originalCode" in cause)) return false;
  return isCode(String(cause.originalCode));
}
