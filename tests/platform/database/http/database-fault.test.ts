import { expect, test } from "vitest";
import { isDatabaseDown } from "~/platform/http/database-fault.server";

const withCode = (code: string) => Object.assign(new Error("says nothing"), { code });

/** Every message of pg 8 and pg-pool about a missing or lost connection; they have no code. */
const TEXTS = [
  "Connection terminated",
  "Connection terminated unexpectedly",
  "Connection terminated due to connection timeout",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Query read timeout",
  "timeout expired",
  "timeout exceeded when trying to connect",
  "Cannot use a pool after calling end on the pool",
  "There was an error establishing an SSL connection",
  "The server does not support SSL connections",
  "Received unexpected commandComplete message from backend.",
  "Server has closed the connection.",
  "server closed the connection unexpectedly",
  "Can't reach database server at 127.0.0.1:5432",
];
/** PostgreSQL, Appendix A: connection lost or refused, no resources, shutting down or starting up, a standby. */
const CODES = [
  ...["08000", "08001", "08003", "08004", "08006", "08P01", "28000", "28P01", "3D000", "25006", "25P03", "25P04"],
  ...["53000", "53100", "53200", "53300", "53400", "57014", "57P01", "57P02", "57P03", "57P04", "57P05", "58000"],
  ...["58030", "ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT"],
  ...["EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL", "ERR_SOCKET_CLOSED", "ERR_STREAM_DESTROYED"],
  ...["P1000", "P1001", "P1002", "P1003", "P1008", "P1010", "P1011", "P1017", "P2024", "P2037"],
];

test.each(TEXTS)("%s: the database cannot answer", (message) => {
  expect(isDatabaseDown(new Error(message))).toBe(true);
  expect(isDatabaseDown(new Error("a screen failed", { cause: new Error(message) }))).toBe(true);
});

test.each(CODES)("%s: the database cannot answer", (code) => {
  expect(isDatabaseDown(withCode(code))).toBe(true);
  expect(isDatabaseDown(new AggregateError([new Error("no"), withCode(code)]))).toBe(true);
});

test("Prisma's adapter passes the server's code on in a cause that is not an error", () => {
  const starting = { kind: "postgres", originalCode: "57P03", message: "the database system is starting up" };
  expect(isDatabaseDown(new Error("query failed", { cause: starting }))).toBe(true);
  expect(isDatabaseDown(new Error("query failed", { cause: { ...starting, originalCode: "23505" } }))).toBe(false);
});

test.each(["23505", "22P05", "42P01", "40001", "55P03", "XX000", "P2002"])("%s is not an outage", (code) => {
  expect(isDatabaseDown(withCode(code))).toBe(false);
});
