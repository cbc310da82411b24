import { db } from "~/platform/db.server";
import { textArray } from "~/usage/inside/intake/array-literal";

/** Days whose partition exists; only days that no event can belong to any more are dropped. */
const known = new Set<string>();
const MOST = 1_000;

/** Creates the partitions of the UTC days of events. Call it before their transaction, so that its locks are short. */
export async function ensureUsageDays(moments: Iterable<number>): Promise<void> {
  const days = new Set<string>();
  for (const ms of moments) days.add(new Date(ms).toISOString().slice(0, 10));
  const missing = [...days].filter((day) => !known.has(day)).sort();
  if (missing.length === 0) return;
  await db.query(`select ensure_usage_day(day) from unnest($1::date[]) as missing(day)`, [textArray(missing)]);
  if (known.size > MOST) known.clear();
  for (const day of missing) known.add(day);
}

/** Call it after a backup was loaded: the database may lack these partitions. */
export function forgetUsageDays(): void {
  known.clear();
}
