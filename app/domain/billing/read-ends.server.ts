import { db } from "~/db.server";

/** How those of these tasks ended that did not end by themselves, in a few words, by their ids. */
export async function readEnds(given: {
  tenantId: number;
  taskIds: readonly string[];
}): Promise<Record<string, string>> {
  const ended = await db.query<{ id: string; state: string; reason: string }>(
    `select resv_guid as id, state, reason from task
     where tenant_id = $1 and resv_guid = any($2::uuid[]) and state in ('killed', 'failed', 'lost')`,
    [given.tenantId, given.taskIds],
  );
  return Object.fromEntries(ended.map(({ id, state, reason }) => [id, endWords(state, reason)]));
}

function endWords(state: string, reason: string): string {
  if (state !== "killed") return state;
  return reason === "" || reason.startsWith("stopped") ? reason || "stopped" : `stopped: ${reason}`;
}
