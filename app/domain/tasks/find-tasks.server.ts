import { db } from "~/db.server";
import { fingerprintOfLine } from "~/domain/ssh-keys/fingerprint.server";
import { JOBS_LIMIT, type JobRow, type StoredJob, toJobRow } from "./job-row";
import { ENDED, IS_UNFINISHED, jobColumns, STARTER } from "./list-jobs.server";
import { normaliseTag } from "./tags";
import { statesOf, type TaskSearch } from "./task-search";

interface Search extends Partial<TaskSearch> {
  tenantId: number;
  /** Of those that have ended only the ones that did after this. */
  endedAfter?: Date | null;
  /** Of those that have ended so many, newest first, after the first `offset`. */
  limit?: number;
  offset?: number;
  /** Epoch seconds: continues with those that have ended and were accepted earlier. */
  beforeTs?: number | undefined;
  now: Date;
}

/** Without a tag the index of tags is no use; it holds only tasks that have some. */
const MATCHES = `($2::text is null or lower(t.task_name) like $2 or in_small_letters(t.display_name) like $2
    or $3 = any(t.tags) or t.resv_guid::text like $4)
  and ($5::text[] is null or (t.tags <> '{}' and t.tags @> $5::text[]))`;

/**
 * A tenant's tasks that are looked for (9.9): all unfinished ones, then those that have ended, newest first. Pages after the
 * first go on with those that have ended. Each search is planned for its own values: one for a tag goes by the index of
 * tags, one for a text walks the tenant's tasks from the newest on until the page is full.
 */
export async function findTasks(search: Search): Promise<JobRow[]> {
  const { tenantId, state = "", endedAfter = null, limit = JOBS_LIMIT, offset = 0, beforeTs, now } = search;
  const goesOn = offset > 0 || beforeTs !== undefined;
  const rows = await db.query<StoredJob>(
    `(select ${jobColumns("$6")} from task t ${STARTER}
      where t.tenant_id = $1 and ${IS_UNFINISHED} and ${MATCHES} and ($7::text[] is null or t.state = any($7))
      order by t.accepted_at desc, t.resv_guid)
     union all
     (select ${ENDED} from task t ${STARTER}
      where t.tenant_id = $1 and t.finished_at is not null and ${MATCHES}
        and ($8::timestamptz is null or t.finished_at > $8) and ($9::timestamptz is null or t.accepted_at < $9)
      order by t.accepted_at desc, t.resv_guid limit $10 offset $11)`,
    [
      tenantId,
      ...wordsOf(search),
      now,
      goesOn ? [] : state === "" ? null : statesOf(state),
      endedAfter,
      beforeTs === undefined ? null : new Date(beforeTs * 1000),
      state === "" || state === "ended" ? limit : 0,
      offset,
    ],
  );
  return rows.map((row) => toJobRow(row, now, fingerprintOfLine));
}

/** Values of $2 to $5. */
function wordsOf({ text = "", tag = "" }: Search): [string | null, string | null, string | null, string[] | null] {
  const tags = tag === "" ? null : [tag];
  if (text === "") return [null, null, null, tags];
  const part = text.toLowerCase().replace(/[\\%_]/g, "\\$&");
  return [`%${part}%`, normaliseTag(text), `${part}%`, tags];
}

/** How many tasks of a tenant ended so long ago that the list hides them; beyond `most` nobody counts (2.4). */
export async function countEarlier({
  tenantId,
  before,
  most,
}: {
  tenantId: number;
  before: Date;
  most: number;
}): Promise<number> {
  const [counted] = await db.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from task where tenant_id = $1 and finished_at <= $2 limit $3) earlier`,
    [tenantId, before, most],
  );
  return counted?.n ?? 0;
}
