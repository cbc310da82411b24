import { db } from "~/platform/db.server";
import { appendChunks, type LogChunk } from "~/compute/log-lines";
import type { LogTail } from "~/compute/log-tail";

/** Limits for the part of a log that a screen shows (2.4): a line may be very long. */
const LINES = 1000;
const BYTES = 256 * 1024;

/** The last 1000 lines that a task wrote, oldest first. The caller has checked the owner of the task. */
export async function readLogTail({ resvGuid }: { resvGuid: string }): Promise<LogTail> {
  const newest = await db.query<Omit<LogChunk, "seq"> & { seq: bigint }>(
    `select seq, floor(extract(epoch from at))::int as ts, stream, text from (
       select *, sum(octet_length(text)) over (order by seq desc) - octet_length(text) as after from (
         select * from task_log where resv_guid = $1 order by seq desc limit $2) newest) counted
     where after < $3 order by seq`,
    [resvGuid, LINES, BYTES],
  );
  const chunks = newest.map((chunk) => ({ ...chunk, seq: Number(chunk.seq) }));
  return { lines: appendChunks([], chunks, LINES), nextSeq: chunks.at(-1)?.seq ?? 0 };
}
