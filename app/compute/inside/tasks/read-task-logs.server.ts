import { db } from "~/platform/db.server";
import { WithoutServersOwn } from "~/compute/log-lines";
import { requireOwnTask } from "./require-own-task.server";

interface TaskLogs {
  lines: { seq: number; ts: number; stream: string; text: string }[];
  /** Value of `afterSeq` for the next request. */
  next_seq: number;
}

/** The log of one of the tenant's tasks after `afterSeq`, oldest first (4.3). @throws Refusal M04 (404). */
export async function readTaskLogs({
  resvGuid,
  tenantId,
  afterSeq = 0,
  limit = 200,
  server = true,
}: {
  resvGuid: string;
  tenantId: number;
  afterSeq?: number;
  limit?: number;
  /** False: without the lines of its SSH server itself. */
  server?: boolean;
}): Promise<TaskLogs> {
  await requireOwnTask(resvGuid, tenantId);
  const rows = await db.query<{ seq: bigint; ts: number; stream: string; text: string }>(
    `select seq, floor(extract(epoch from at))::int as ts, stream, text from task_log
     where resv_guid = $1 and seq > $2 order by seq limit $3`,
    [resvGuid, afterSeq, limit],
  );
  const lines = rows.map((row) => ({ ...row, seq: Number(row.seq) }));
  const without = new WithoutServersOwn();
  const shown = server ? lines : lines.flatMap((line) => without.shown(line) ?? []);
  return { lines: shown, next_seq: lines.at(-1)?.seq ?? afterSeq };
}
