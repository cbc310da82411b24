import pg from "pg";
import { faultInWords } from "~/platform/database-in-words";
import { refusePooler } from "~/platform/find-pooler.server";
import { sayLockWaits } from "./lock-waits";

const PATIENCE_MS = 10_000;
/** Marks a step of `npm start`, which reports waits for locks itself. */
export const STEP = "--step";

/**
 * Runs a program's work on the database of DATABASE_URL and ends the process; a failure is printed in one sentence,
 * without a stack, with exit code 1.
 */
export async function inWords(work: () => Promise<void>): Promise<void> {
  let url = "";
  try {
    url = (await import("~/platform/env.server")).env.DATABASE_URL;
    await reach(url);
    await refusePooler(url, { warn: console.error, fatal: console.error });
    if (!process.argv.includes(STEP)) sayLockWaits(url, console.error);
    await work();
    // Prisma's engine would keep the process for the ten seconds in which it waits for its lock.
    process.exit(0);
  } catch (error) {
    console.error(faultInWords(error, url));
    process.exit(1);
  }
}

async function reach(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
  client.on("error", () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}
