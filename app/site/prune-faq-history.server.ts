import { db } from "~/platform/db.server";
import { UNDO_DAYS } from "./faq-topic";

const DAY_MS = 86_400_000;
/** Days for which every save is kept, since it can be undone; later, only the last save of each day stays. */
const EACH_DAYS = UNDO_DAYS;
const DAILY_DAYS = 730;
/** The most rows of a section's history; the newest stay. */
const ROWS_MAX = 5_000;

/** Deletes sections that were deleted over 30 days ago, and expired rows of the history (A19). */
export async function pruneFaqHistory({ now }: { now: Date }): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.query(`delete from faq_section where deleted_at < $1`, [before(UNDO_DAYS)]);
  await db.query(
    `delete from faq_revision old using faq_section present
      where present.id = old.section_id and old.version <> present.version and old.at < $1
        and (old.at < $2 or exists (select from faq_revision later
          where later.section_id = old.section_id and later.version > old.version
            and (later.at at time zone 'UTC')::date = (old.at at time zone 'UTC')::date))`,
    [before(EACH_DAYS), before(DAILY_DAYS)],
  );
  await db.query(
    `delete from faq_revision old using faq_section present
      where present.id = old.section_id
        and old.version <= (select version from faq_revision
          where section_id = present.id order by version desc offset $1 limit 1)`,
    [ROWS_MAX],
  );
}
