import { db, prepared } from "~/platform/db.server";
import { IS_UNFINISHED, JOB, JOBS_LIMIT, type JobRow, listJobs, MEMBERS } from "~/compute/list-jobs.server";
import { normaliseTag } from "~/compute/task-tags";
import { idsOf, statesOf, type TaskSearch } from "./task-search";

interface Search extends Partial<TaskSearch> {
  tenantId: number;
  /** Lists only ended tasks that ended after this time; for a list without a search. */
  endedAfter?: Date | null;
  /** Number of ended tasks to list, newest first, after the first `offset`. */
  limit?: number;
  offset?: number;
  /** Epoch seconds: continues with those that have ended and were accepted earlier. */
  beforeTs?: number | undefined;
  now: Date;
}

/**
 * Searches a tenant's tasks (9.9): all unfinished ones, then ended ones, newest first. Further pages continue with
 * ended ones.
 */
export async function findTasks(search: Search): Promise<JobRow[]> {
  const {
    tenantId,
    text = "",
    tag = "",
    state = "",
    offset = 0,
    limit = JOBS_LIMIT,
    endedAfter,
    beforeTs,
    now,
  } = search;
  const isAll = text === "" && tag === "" && state === "" && beforeTs === undefined;
  // The query of most pages is planned once (decision 0415).
  if (isAll && endedAfter) return await readRecent({ tenantId, endedAfter, limit, offset, now });
  if (isAll && offset === 0) return await listJobs({ tenantId, limit, now });
  return await searchFor(search);
}

/** Sorts recently ended tasks by their end, which is the order of the index. */
async function readRecent(
  asked: Required<Pick<Search, "tenantId" | "limit" | "offset" | "now">> & { endedAfter: Date },
) {
  return await prepared.query<JobRow>(
    `(select ${JOB.columns} from task t ${MEMBERS}
      where t.tenant_id = (select $tenantId::int) and ${IS_UNFINISHED} and (select $offset::int) = 0
      order by t.accepted_at desc, t.resv_guid)
     union all
     (select ${JOB.columns} from task t ${MEMBERS}
      where t.tenant_id = (select $tenantId::int) and t.finished_at > (select $endedAfter::timestamptz)
      order by t.finished_at desc, t.resv_guid limit (select $limit::int) offset (select $offset::int))`,
    asked,
  );
}

/** Used only with a tag: the index of tags holds only tasks that have tags. */
const MATCHES = `($pattern::text is null or lower(t.task_name) like $pattern or $word = any(t.tags)
    or (t.display_name <> '' and in_small_letters(t.display_name) like $pattern)
    or t.resv_guid between $idFrom::uuid and $idTo::uuid)
  and ($tags::text[] is null or (t.tags <> '{}' and t.tags @> $tags::text[]))`;

/**
 * Plans each search for its own values: a search for a tag uses the index of tags; one for a text reads the tenant's
 * tasks from the newest until the page is full.
 */
async function searchFor({ tenantId, state = "", limit = JOBS_LIMIT, offset = 0, beforeTs, now, ...words }: Search) {
  const goesOn = offset > 0 || beforeTs !== undefined;
  return await db.query<JobRow>(
    `(select ${JOB.columns} from task t ${MEMBERS}
      where t.tenant_id = $tenantId and ${IS_UNFINISHED} and ${MATCHES} and ($states::text[] is null or t.state = any($states))
      order by t.accepted_at desc, t.resv_guid)
     union all
     (select ${JOB.columns} from task t ${MEMBERS}
      where t.tenant_id = $tenantId and t.finished_at is not null and ${MATCHES}
        and ($before::timestamptz is null or t.accepted_at < $before)
      order by t.accepted_at desc, t.resv_guid limit $ended offset $offset)`,
    {
      ...{ now, tenantId, offset, ...valuesOf(words) },
      states: goesOn ? [] : state === "" ? null : statesOf(state),
      before: beforeTs === undefined ? null : new Date(beforeTs * 1000),
      ended: state === "" || state === "ended" ? limit : 0,
    },
  );
}

function valuesOf({ text = "", tag = "" }: Pick<Search, "text" | "tag">) {
  const tags = tag === "" ? null : [tag];
  if (text === "") return { pattern: null, word: null, idFrom: null, idTo: null, tags };
  const part = text.toLowerCase().replace(/[\\%_]/g, "\\$&");
  const ids = idsOf(text);
  return { pattern: `%${part}%`, word: normaliseTag(text), idFrom: ids?.from ?? null, idTo: ids?.to ?? null, tags };
}

/** Counts a tenant's ended tasks that the list hides, up to `most` (2.4). */
export async function countEarlier({
  tenantId,
  before,
  most,
}: {
  tenantId: number;
  before: Date;
  most: number;
}): Promise<number> {
  const [counted] = await prepared.query<{ n: number }>(
    `select count(*)::int as n from (select 1 from task where tenant_id = $1 and finished_at <= $2 limit $3) earlier`,
    [tenantId, before, most],
  );
  return counted?.n ?? 0;
}
