import { db } from "~/db.server";

interface Ended {
  id: string;
  state: string;
  reason: string;
  /** Name of the member who stopped it. */
  by: string | null;
}

/** How those of these tasks ended that did not end by themselves, in a few words, by their ids; in a team with who did it. */
export async function readEnds(given: {
  tenantId: number;
  taskIds: readonly string[];
  inTeam?: boolean;
}): Promise<Record<string, string>> {
  const { tenantId, taskIds, inTeam = false } = given;
  const ended = await db.query<Ended>(
    `select task.resv_guid as id, task.state, task.reason, stopper.name as by
     from task left join user_account stopper on stopper.id = task.stopped_by_id
     where task.tenant_id = $1 and task.resv_guid = any($2::uuid[]) and task.state in ('killed', 'failed', 'lost')`,
    [tenantId, taskIds],
  );
  return Object.fromEntries(ended.map((one) => [one.id, endWords(inTeam ? one : { ...one, by: null })]));
}

function endWords({ state, reason, by }: Ended): string {
  if (state !== "killed") return state;
  if (by !== null) return `stopped by ${by}`;
  return reason === "" || reason.startsWith("stopped") ? reason || "stopped" : `stopped: ${reason}`;
}
