import { db } from "./db.server";
import { counted } from "./counted";
import { utcDateTime } from "./utc-text";

/** Hours after which a daily backup is late. */
const DAILY_H = 26;
const DAY_H = 24;
const HOUR_MS = 3_600_000;
/** Longer than a busy archive takes for what waits. */
const STALLED_M = 15;
const MINUTE_MS = 60_000;

/** The newest copies of the database that it knows of. */
export interface Backups {
  /** The newest backup by `npm run backup`. */
  madeAt: Date | null;
  /** The newest part of its log (WAL) that PostgreSQL archived. */
  archivedAt: Date | null;
  /** The last failure to archive, if nothing was archived since. */
  failedAt: Date | null;
  /** Since when nothing was archived, if finished parts wait; an archive that hangs reports no failure. */
  stalledSince: Date | null;
}

/** SQL for the number of a part of the log, from its name. */
const numberOf = (name: string) =>
  `('x' || substr(${name}, 9, 8))::bit(32)::bigint * (4294967296 / pg_size_bytes(current_setting('wal_segment_size')))
     + ('x' || substr(${name}, 17, 8))::bit(32)::bigint`;

/** SQL: true if at least two finished parts wait, or, with a timeout, nothing was ever archived. */
const STALLED = `case when pg_is_in_recovery() or current_setting('archive_mode') = 'off' then false
  when a.last_archived_wal is null then current_setting('archive_timeout') <> '0'
  when a.last_archived_wal !~ '^[0-9A-F]{24}' then false
  else ${numberOf("pg_walfile_name(pg_current_wal_lsn())")} - (${numberOf("a.last_archived_wal")}) > 2 end`;

/** Reads what the database knows of its backups. A tool that copies it by other means leaves no trace. */
export async function readBackups(): Promise<Backups> {
  const [backups] = await db.query<Backups>(
    `select i.backup_at as "madeAt", a.last_archived_time as "archivedAt",
       case when a.last_failed_time > coalesce(a.last_archived_time, '-infinity') then a.last_failed_time end as "failedAt",
       case when ${STALLED} then greatest(a.last_archived_time, pg_postmaster_start_time()) end as "stalledSince"
     from installation i cross join pg_stat_archiver a`,
  );
  return backups ?? { madeAt: null, archivedAt: null, failedAt: null, stalledSince: null };
}

/** Returns the moment up to which the database could be restored; null: no backup is known. */
export function newestOf({ madeAt, archivedAt }: Backups): Date | null {
  if (madeAt && archivedAt) return madeAt > archivedAt ? madeAt : archivedAt;
  return madeAt ?? archivedAt;
}

/** Describes what is wrong with the backups; null: nothing. */
export function backupTrouble(backups: Backups, now: Date): { says: string; grave: boolean } | null {
  const { failedAt, stalledSince } = backups;
  if (failedAt)
    return {
      says: `PostgreSQL could not archive its log at ${utcDateTime(failedAt)}, and has archived nothing since`,
      grave: true,
    };
  if (stalledSince && now.getTime() - stalledSince.getTime() > STALLED_M * MINUTE_MS)
    return { says: `PostgreSQL has archived nothing of its log since ${utcDateTime(stalledSince)}`, grave: true };
  const newest = newestOf(backups);
  if (!newest) return { says: "There is no backup", grave: true };
  const hours = Math.floor((now.getTime() - newest.getTime()) / HOUR_MS);
  if (hours < DAILY_H) return null;
  const age = hours < 2 * DAY_H ? counted(hours, "hour") : counted(Math.floor(hours / DAY_H), "day");
  return { says: `The newest backup is ${age} old`, grave: false };
}
