import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isMainThread } from "node:worker_threads";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { env } from "./env.server";
import { filled, type Values } from "./named-values";
import { traced, tracedStatement } from "./tracing.server";
import { PrismaClient } from "~/generated/prisma/client";

const INT8 = 20;
/**
 * A thread of the worker's pool runs one job at a time, and its statements follow each other. The second connection
 * serves a statement that runs in parallel.
 */
const CONNECTIONS_OF_THREAD = 2;

/** 64-bit integers are money: they arrive as bigint, never as a float or a string. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === INT8 && format !== "binary"
      ? (text: string) => BigInt(text)
      : pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"],
};

/**
 * Replaces defaults that a database or its user may have: dates that no driver reads, transactions that do not see
 * what was committed while they waited for a lock, and compiling of statements (JIT), a quarter of a billing tick.
 */
const SESSION = "-c datestyle=ISO -c default_transaction_isolation=read\\ committed -c jit=off";

/** The one pool of connections of this process, or of this thread of the worker. Rows of `bigint` columns hold `bigint`, timestamps hold `Date`. */
export const pool = new pg.Pool({
  connectionString: env.DATABASE_URL,
  max: isMainThread ? env.DATABASE_CONNECTIONS : CONNECTIONS_OF_THREAD,
  connectionTimeoutMillis: 5_000,
  // A database that vanishes silently must not block callers, and a frozen process must not keep its locks.
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  statement_timeout: 40_000,
  // For single statements: if a table is locked, its part of a screen fails soon and the rest is shown.
  lock_timeout: 5_000,
  query_timeout: 45_000,
  // No longer than a lease: the locks of a frozen leader must be free when another leader takes over (A39).
  idle_in_transaction_session_timeout: 10_000,
  options: SESSION,
  types,
});
// A connection that dies is replaced at its next use and fails the statement that it was running. Without
// listeners, idle and in use, the error would end the process instead.
pool.on("error", () => {});
pool.on("connect", (client) => client.on("error", () => {}));

let prismaClient: PrismaClient | undefined;

/**
 * For plain reads and single-row writes, over the same connections. Money, placement and state changes use `transaction`.
 * The client is made at its first use: it reads the whole schema, a tenth of a process's start, and most processes and
 * threads never ask it.
 */
export const prisma = new Proxy({} as PrismaClient, {
  get: (_, name): unknown => {
    prismaClient ??= withSpans(new PrismaClient({ adapter: new PrismaPg(pool) }));
    return Reflect.get(prismaClient, name);
  },
});

/** Rows of one statement. `values` fill `$1`, `$2`, … in their order, or `$name` by their names. */
export interface Queryable {
  query<Row extends object>(text: string, values?: Values): Promise<Row[]>;
}

/** A connection inside an open transaction; `prepared` is for statements that run again and again. */
export type Tx = Queryable & {
  readonly inTransaction: true;
  readonly prepared: Queryable;
  /** `copy … from stdin`: rows in PostgreSQL's text format (`copy-line.ts`). Answers how many were written. */
  copyIn(statement: string, rows: string): Promise<number>;
  /** Does this once it is committed. It must not fail, and nothing waits for it. */
  afterCommit(act: () => void): void;
};

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

/** One statement outside any transaction. */
export const db: Queryable = askingOf(pool);

/**
 * Runs statements that are repeated often. Each connection parses them once, and plans them once if PostgreSQL expects
 * one plan to suit all values. Do not use it if the best plan depends on the values, such as a long list.
 */
export const prepared: Queryable = {
  query: async (text, values) => {
    try {
      return await askingOf(pool, nameOf).query(text, values);
    } catch (error) {
      if (!isOutOfDate(error)) throw error;
      return await db.query(text, values);
    }
  },
};

/**
 * Runs a check that reads everything and may take minutes, on its own connection and without a time limit. Never call
 * it in a request or under a lock.
 */
export async function sweep<T>(work: (connection: Queryable) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL, keepAlive: true, options: SESSION, types });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(askingOf(client));
  } finally {
    await client.end().catch(() => {});
  }
}

function askingOf(connection: pg.Pool | pg.ClientBase, name?: (text: string) => string): Queryable {
  return {
    query: async <Row extends object>(text: string, values?: Values) => {
      const statement: pg.QueryConfig = { name: name?.(text), ...filled(text, values) };
      return (await tracedStatement(text, () => connection.query<Row>(statement))).rows;
    },
  };
}

/** The client with a span for each operation, if a collector is named. */
function withSpans(client: PrismaClient): PrismaClient {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return client;
  return client.$extends({
    query: {
      $allOperations: ({ model = "", operation, args, query }) =>
        traced(`${operation} ${model}`, async () => (await query(args)) as unknown, {
          kind: "client",
          attributes: {
            "db.system.name": "postgresql",
            "db.operation.name": operation,
            "db.collection.name": model,
          },
        }),
    },
  }) as unknown as PrismaClient;
}

/** A migration changed the columns of a statement's result after this connection parsed it. */
function isOutOfDate(error: unknown): boolean {
  return errorCode(error) === "0A000" && String(error).includes("cached plan");
}

const RETRIED = new Set(["40001", "40P01"]);
const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction (read committed) and commits all of its effects or nothing.
 * A deadlock or a serialisation failure restarts `work`, so `work` must have no effect outside the transaction.
 */
export async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let lost = 0;
  for (;;) {
    try {
      return await traced("transaction", () => runOnce(work));
    } catch (error) {
      // An outdated plan ends its connection, so there are at most as many retries as connections.
      if (isOutOfDate(error)) continue;
      lost += 1;
      if (lost === ATTEMPTS || !RETRIED.has(errorCode(error))) throw error;
    }
  }
}

/** Reads everything in `work` as of one moment, regardless of concurrent writes. */
export async function snapshot<T>(work: (q: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin isolation level repeatable read read only");
    const read = await work(askingOf(client));
    await client.query("commit");
    return read;
  } catch (error) {
    await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

async function runOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const acts: (() => void)[] = [];
  let broken: Error | undefined;
  try {
    // Transactions wait for each other without a limit, unless they set one themselves.
    await client.query("begin; set local lock_timeout = 0");
    const value = await work({
      ...askingOf(client),
      inTransaction: true,
      prepared: askingOf(client, nameOf),
      copyIn: (statement, rows) => tracedStatement(statement, () => copyIn(client, statement, rows)),
      afterCommit: (act) => acts.push(act),
    });
    await assertLeads(askingOf(client, nameOf));
    await client.query("commit");
    for (const act of acts) act();
    return value;
  } catch (error) {
    if (isOutOfDate(error)) broken = error as Error;
    await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

async function copyIn(client: pg.PoolClient, statement: string, rows: string): Promise<number> {
  const stream = client.query(copyFrom(statement));
  await pipeline(Readable.from([rows]), stream);
  return stream.rowCount;
}

/** The lead of a job, with the number it was taken with. The next process to take it gets a larger number (A39). */
export interface Lead {
  job: string;
  fence: bigint;
}

/** Another worker leads the job by now, so the writes of this one were rolled back. */
export class Overtaken extends Error {
  constructor({ job }: Lead) {
    super(`another worker leads ${job} by now`);
    this.name = "Overtaken";
  }
}

const leads = new AsyncLocalStorage<Lead>();

/** Runs work whose transactions commit only while the lead lasts; else they are rolled back with `Overtaken`. */
export function asLeader<T>(lead: Lead, work: () => Promise<T>): Promise<T> {
  return leads.run(lead, work);
}

/** The lead that this code runs with, for a border that the storage does not cross. */
export function presentLead(): Lead | undefined {
  return leads.getStore();
}

/** Throws `Overtaken` if another process leads by now. Call it before an effect outside the database. */
export async function assertStillLeads(): Promise<void> {
  await assertLeads(db);
}

/** Holds the lease until the commit, so that nobody takes it over in between. */
async function assertLeads(tx: Queryable): Promise<void> {
  const lead = presentLead();
  if (!lead) return;
  const held = await tx.query("select from job_lease where job = $1 and fence = $2 for share", [lead.job, lead.fence]);
  if (held.length === 0) throw new Overtaken(lead);
}

/** PostgreSQL's five-character code of an error, or an empty text. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Checks whether a statement failed on a unique constraint or index. */
export function violatesUnique(error: unknown): boolean {
  return errorCode(error) === "23505";
}

/** Checks whether a statement failed on the unique constraint or index of that name. */
export function violates(error: unknown, constraint: string): boolean {
  return violatesUnique(error) && error instanceof Error && "constraint" in error && error.constraint === constraint;
}

/** Ends all connections, for a clean stop. */
export async function closeDatabase(): Promise<void> {
  await prismaClient?.$disconnect();
  await pool.end();
}
