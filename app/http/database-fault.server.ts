import { errorCode } from "~/db.server";

// No connection, a connection that broke, or a server that is starting, stopping, full, out of disk or too slow.
const SYSTEM = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOENT)$/;
const POSTGRES = /^(08|53|57P|57014|58|25P03)/;
const PRISMA = /^(P1001|P1002|P1008|P1017|P2024)$/;
const TEXT =
  /connection terminated|query read timeout|timeout exceeded when trying to connect|server closed the connection|can't reach database/i;

/** Whether a statement failed because the database cannot answer now, not because of what it said. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseDown);
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  if (SYSTEM.test(code) || POSTGRES.test(code) || PRISMA.test(code) || TEXT.test(error.message)) return true;
  return error.cause !== undefined && isDatabaseDown(error.cause);
}
