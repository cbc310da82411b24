import { db } from "~/platform/db.server";
import { allRows } from "~/platform/all-rows";
import { momentsOf } from "~/platform/day-range";
import {
  otherMovements,
  type OtherRow,
  otherRow,
  TASK_BEGINS,
  taskMovements,
  type TaskRow,
  taskRow,
  type TransactionRow,
} from "~/money/list-transactions.server";
import { type MovementFilter, type MovementPlace, placeText } from "./movement-filter";
import { readEnds } from "./read-ends.server";

const PAGE_SIZE = 25;
const AT_ONCE = 1_000;

interface Asked {
  tenantId: number;
  filter: MovementFilter;
  now: Date;
}

interface Placed {
  row: TransactionRow;
  place: MovementPlace;
}

/** A page of a tenant's filtered movements, newest first; `next` is where the next page begins. */
export async function listMovements(
  asked: Asked & { after: MovementPlace | null },
): Promise<{ rows: TransactionRow[]; next: string | null }> {
  const found = await readAfter({ ...asked, limit: PAGE_SIZE + 1 });
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return { rows: shown.map(({ row }) => row), next: last && found.length > PAGE_SIZE ? placeText(last.place) : null };
}

/** Yields all movements, a thousand at a time, each with how its task ended. */
export async function* allMovements({
  userId,
  inTeam,
  ...asked
}: Asked & { userId: number; inTeam: boolean }): AsyncGenerator<TransactionRow & { end: string }> {
  const { tenantId } = asked;
  const read = async (last: Placed | null) => {
    const found = await readAfter({ ...asked, after: last?.place ?? null, limit: AT_ONCE });
    const taskIds = found.flatMap(({ row }) => (row.kind === "task" ? [row.id] : []));
    const ends = await readEnds({ tenantId, taskIds, userId, inTeam });
    return found.map(({ row, place }) => ({ row: { ...row, end: ends[row.id] ?? "" }, place }));
  };
  for await (const { row } of allRows(read)) yield row;
}

/** Among movements with the same time, tasks come first, then larger ids. */
async function readAfter(asked: Asked & { after: MovementPlace | null; limit: number }): Promise<Placed[]> {
  const { tenantId, filter, now, after, limit } = asked;
  const { kind, days, task } = filter;
  const { from, until } = days ? momentsOf(days) : { from: null, until: null };
  const values = (of: "task" | "other") => [
    ...[tenantId, now, limit, after?.at ?? null, after?.of === of ? after.id : null],
    ...[from, until, task],
  ];
  const [tasks, others] = await Promise.all([
    kind === null || kind === "task" ? db.query<TaskRow>(TASKS, values("task")) : [],
    kind === "task" ? [] : db.query<OtherRow>(OTHERS, [...values("other"), kind]),
  ]);
  const placed: Placed[] = [
    ...tasks.map((one) => ({ row: taskRow(one), place: { at: one.at, of: "task" as const, id: one.id } })),
    ...others.map((one) => ({
      row: otherRow(one),
      place: { at: one.at, of: "other" as const, id: String(one.place) },
    })),
  ];
  // Both lists are sorted already, and a stable sort keeps that.
  return placed.sort((one, other) => other.place.at.getTime() - one.place.at.getTime()).slice(0, limit);
}

const TASKS = taskMovements(`($4::timestamptz is null or ${TASK_BEGINS} < $4
      or (${TASK_BEGINS} = $4 and task.resv_guid < $5::uuid))
    and ($6::timestamptz is null or (${TASK_BEGINS} >= $6 and ${TASK_BEGINS} < $7::timestamptz))
    and ($8::text is null or position(lower($8) in lower(task.task_name)) > 0)`);

/** The text of a refund names its task. */
const OTHERS = otherMovements(`($4::timestamptz is null or transaction.at < $4
      or (transaction.at = $4 and ($5::bigint is null or transaction.id < $5)))
    and ($6::timestamptz is null or (transaction.at >= $6 and transaction.at < $7::timestamptz))
    and ($8::text is null or position(lower($8) in lower(transaction.description)) > 0)
    and ($9::text is null or transaction.kind = $9)`);
