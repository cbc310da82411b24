import { existsSync, readdirSync } from "node:fs";
import { versionWordsOf } from "./database-version";
import { db } from "./db.server";

const RETRY_MS = 5_000;

/** Describes a mismatch between the tables and a program with these migrations; null if they fit. */
export async function versionWords(known: readonly string[]): Promise<string | null> {
  return versionWordsOf(known, await appliedMigrations());
}

/**
 * Logs when a program that was started on its own does not fit its tables; `npm start` would have migrated them. The
 * program runs on, like others that were started before the tables changed (decision 0002). Retries until the database
 * answers.
 */
export async function logVersionMismatch(given: {
  folder: string;
  log: { error(words: string): void };
}): Promise<void> {
  const { folder, log } = given;
  const known = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{14}_/.test(name)) : [];
  if (known.length === 0) return;
  try {
    const words = await versionWords(known);
    if (words !== null) log.error(words);
  } catch {
    setTimeout(() => void logVersionMismatch(given), RETRY_MS).unref();
  }
}

async function appliedMigrations(): Promise<string[]> {
  const [tables] = await db.query<{ exist: boolean }>(`select to_regclass('_prisma_migrations') is not null as exist`);
  if (!tables?.exist) return [];
  const rows = await db.query<{ name: string }>(
    `select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null
     order by 1`,
  );
  return rows.map(({ name }) => name);
}
