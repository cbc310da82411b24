import { transaction, type Tx } from "~/platform/db.server";
import { storable } from "~/platform/storable";
import type { LogChunk } from "./agent-messages";

const TEXT_MAX_BYTES = 64 * 1024;
/** LOG_TASK_MIB */
export const LOG_TASK_BYTES = 10 * 1024 * 1024;
/** Cut to this when the limit is passed, so that it is not cut again with the next line. */
const CUT_TO_BYTES = LOG_TASK_BYTES * 0.75;
/** Seconds after a placement's end in which its output is still accepted, because its node may have lost contact. */
const LATE_HOURS = 24;

/**
 * Stores the output of a placement of this node. A chunk that arrives twice is stored once; the newest 10 MiB of a
 * task's log are kept (4.3).
 */
export async function receiveLogs({ nodeId, logs, now }: { nodeId: number; logs: LogChunk; now: Date }): Promise<void> {
  const text = cutText(logs.text);
  // No limit of bytes bounds the number of empty texts.
  if (text === "") return;
  await transaction(async (tx) => {
    const resvGuid = await lockLog(tx, { nodeId, placementId: logs.placement_id, now });
    if (resvGuid === null) return;
    const stored = await tx.query(
      `insert into task_log (resv_guid, placement_id, agent_seq, at, stream, text) values ($1, $2, $3, $4, $5, $6)
       on conflict (placement_id, agent_seq) do nothing returning seq`,
      [resvGuid, logs.placement_id, logs.seq, now, logs.stream, text],
    );
    if (stored.length === 0) return;
    const [placement] = await tx.query<{ total: bigint }>(
      `with grown as (
         update placement set log_bytes = log_bytes + $2 where placement_id = $1 returning resv_guid, log_bytes)
       select grown.log_bytes + coalesce((select sum(other.log_bytes) from placement other
         where other.resv_guid = grown.resv_guid and other.placement_id <> $1), 0) as total from grown`,
      [logs.placement_id, Buffer.byteLength(text)],
    );
    if (placement && placement.total > LOG_TASK_BYTES) await cutLog(tx, resvGuid);
  });
}

/**
 * Serializes the writers of one task's log and returns the task; null for a placement of another node, or one that
 * ended long ago. A line has its number before others see it: with two writers, a reader could see the later line first
 * and skip the earlier one. The task's row stays free for those who start, charge and end it.
 */
async function lockLog(
  tx: Tx,
  { nodeId, placementId, now }: { nodeId: number; placementId: string; now: Date },
): Promise<string | null> {
  const [locked] = await tx.query<{ resvGuid: string }>(
    `select resv_guid as "resvGuid", pg_advisory_xact_lock(hashtextextended('log:' || resv_guid, 0))
     from placement where placement_id = $1 and node_id = $2
       and (ended_at is null or ended_at > $3::timestamptz - interval '${LATE_HOURS} hours')`,
    [placementId, nodeId, now],
  );
  return locked?.resvGuid ?? null;
}

/** Makes a text storable and cuts it at the limit; a cut leaves no half of a character. */
function cutText(text: string): string {
  const clean = storable(text);
  if (Buffer.byteLength(clean) <= TEXT_MAX_BYTES) return clean;
  return new TextDecoder().decode(Buffer.from(clean).subarray(0, TEXT_MAX_BYTES)).replace(/\uFFFD$/, "");
}

async function cutLog(tx: Tx, resvGuid: string): Promise<void> {
  await tx.query(
    `delete from task_log where resv_guid = $1 and seq in (
       select seq from (select seq, sum(octet_length(text)) over (order by seq desc) as kept
         from task_log where resv_guid = $1) newest where kept > $2)`,
    [resvGuid, CUT_TO_BYTES],
  );
  await tx.query(
    `update placement p set log_bytes = coalesce((select sum(octet_length(text)) from task_log l
       where l.placement_id = p.placement_id), 0)
     where placement_id in (select placement_id from placement where resv_guid = $1 order by placement_id for update)`,
    [resvGuid],
  );
}
