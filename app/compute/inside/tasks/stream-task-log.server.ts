import { db } from "~/platform/db.server";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";

/** Chunks read at once, which bounds the memory for a slow reader. */
const CHUNKS = 20;

/** The stored log of one of the tenant's tasks as text, read while it is sent. @throws Refusal M04 (404). */
export async function streamTaskLog({
  resvGuid,
  tenantId,
}: {
  resvGuid: string;
  tenantId: number;
}): Promise<{ taskName: string; text: ReadableStream<Uint8Array> }> {
  const [task] = await db.query<{ taskName: string; upTo: bigint | null }>(
    `select task_name as "taskName", (select max(seq) from task_log l where l.resv_guid = t.resv_guid) as "upTo"
     from task t where resv_guid = $1 and tenant_id = $2`,
    [resvGuid, tenantId],
  );
  if (!task) throw new Refusal(M.notFound, { status: 404 });
  return { taskName: task.taskName, text: textOf(resvGuid, task.upTo ?? 0n) };
}

interface StoredChunk {
  seq: bigint;
  stream: string;
  text: string;
}

function textOf(resvGuid: string, upTo: bigint): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = 0n;
  let last: StoredChunk | null = null;
  return new ReadableStream({
    async pull(controller) {
      const chunks = await db.query<StoredChunk>(
        `select seq, stream, text from task_log where resv_guid = $1 and seq > $2 and seq <= $4 order by seq limit $3`,
        [resvGuid, after, CHUNKS, upTo],
      );
      for (const chunk of chunks) {
        controller.enqueue(encoder.encode(breakBetween(last, chunk.stream) + chunk.text));
        last = chunk;
        after = chunk.seq;
      }
      if (chunks.length < CHUNKS) controller.close();
    },
  });
}

/** Output of another stream begins on a new line. */
function breakBetween(last: { stream: string; text: string } | null, stream: string): string {
  return last && last.stream !== stream && !last.text.endsWith("\n") ? "\n" : "";
}
