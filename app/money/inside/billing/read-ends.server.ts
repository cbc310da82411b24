import { db } from "~/platform/db.server";
import { stoppedByName } from "~/platform/stopped-by-name";

interface Ended {
  id: string;
  state: string;
  reason: string;
  /** The member who stopped it. */
  stopperId: number | null;
  stopper: string | null;
}

/** Describes briefly, for members, how these tasks ended, by id; omits tasks that ended on their own. */
export async function readEnds(given: {
  tenantId: number;
  taskIds: readonly string[];
  userId: number;
  /** True if the tenant has other members. */
  inTeam: boolean;
}): Promise<Record<string, string>> {
  const { tenantId, taskIds } = given;
  const ended = await db.query<Ended>(
    `select task.resv_guid as id, task.state, task.reason, stopped_by_id as "stopperId", stopper.name as stopper
     from task left join user_account stopper on stopper.id = task.stopped_by_id
     where task.tenant_id = $1 and task.resv_guid = any($2::uuid[]) and task.state in ('killed', 'failed', 'lost')`,
    [tenantId, taskIds],
  );
  return Object.fromEntries(
    ended.map((one) => [one.id, endWords(one, stoppedByName(given, { id: one.stopperId, name: one.stopper }))]),
  );
}

/** Reasons that name a person: `killed by you`; earlier versions wrote `stopped by you`. */
const BY_PERSON = /^(?:killed|stopped) (?=by )/;

/** Uses the words of `status`, so that every list describes a task in the same way. */
function endWords({ state, reason }: Ended, by: string | null): string {
  if (state !== "killed") return state;
  if (by !== null) return `killed by ${by}`;
  if (BY_PERSON.test(reason)) return reason.replace(BY_PERSON, "killed ");
  return reason === "" ? "killed" : `killed: ${reason}`;
}
