import { db } from "./db.server";
import { counted } from "./counted";
import { utcDateTime } from "./utc-text";

/** Hours after which a daily backup is late. */
const DAILY_H = 26;
const DAY_H = 24;
const HOUR_MS = 3_600_000;

/** The newest copies of the database that it knows of. */
export interface Backups {
  /** The newest backup by `npm run backup`. */
  madeAt: Date | null;
  /** The newest part of its log (WAL) that PostgreSQL archived. */
  archivedAt: Date | null;
  /** The last failure to archive, if nothing was archived since. */
  failedAt: Date | null;
}

/** Reads what the database knows of its backups. A tool that copies it by other means leaves no trace. */
export async function readBackups(): Promise<Backups> {
  const [backups] = await db.query<Backups>(
    `select i.backup_at as "madeAt", a.last_archived_time as "archivedAt",
       case when a.last_failed_time > coalesce(a.last_archived_time, '-infinity') then a.last_failed_time end as "failedAt"
     from installation i cross join pg_stat_archiver a`,
  );
  return backups ?? { madeAt: null, archivedAt: null, failedAt: null };
}

/** Returns the moment up to which the database could be restored; null: no backup is known. */
export function newestOf({ madeAt, archivedAt }: Backups): Date | null {
  if (madeAt && archivedAt) return madeAt > archivedAt ? madeAt : archivedAt;
  return madeAt ?? archivedAt;
}

/** Describes what is wrong with the backups; null: nothing. */
export function backupTrouble(backups: Backups, now: Date): { says: string; grave: boolean } | null {
  const { failedAt } = backups;
  if (failedAt)
    return {
      says: `PostgreSQL could not archive its log at ${utcDateTime(failedAt)}, and has archived nothing since`,
      grave: true,
    };
  const newest = newestOf(backups);
  if (!newest) return { says: "There is no backup", grave: true };
  const hours = Math.floor((now.getTime() - newest.getTime()) / HOUR_MS);
  if (hours < DAILY_H) return null;
  const age = hours < 2 * DAY_H ? counted(hours, "hour") : counted(Math.floor(hours / DAY_H), "day");
  return { says: `The newest backup is ${age} old`, grave: false };
}
