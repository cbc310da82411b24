import { refuseOverQuota } from "~/compute/tenant-terms.server";
import type { Tx } from "~/platform/db.server";
import { holdersOf, may, type MemberRole, rolesWith } from "~/platform/may";
import { M } from "~/compute/messages";
import { Refusal } from "~/platform/refusal";
import { IS_OPEN } from "~/platform/team-open-sql";

const MAX_UNFINISHED_TASKS = 50;

/**
 * Refuses another tenant's account (M02), a user with an unconfirmed address (M15) and one whose access is being
 * removed right now (M13), which waits for the lock.
 */
export async function refuseReserver(
  tx: Tx,
  given: { tenantId: number; userId: number; account: string | undefined },
): Promise<void> {
  const [user] = await tx.query<{ state: string; tenantName: string; role: MemberRole }>(
    `select u.state, t.tenant_name as "tenantName", m.role from user_account u
       join member m on m.user_id = u.id join tenant t on t.id = m.tenant_id
     where u.id = $1 and t.id = $2 and ${IS_OPEN} for key share of u, m`,
    [given.userId, given.tenantId],
  );
  const own = user && (given.account === undefined || given.account === user.tenantName);
  if (!own) throw new Refusal(M.notAllowed, { status: 403 });
  const { role } = user;
  if (!may(role, "tasks.act"))
    throw new Refusal(M.roleLacksRight({ role, holders: holdersOf("tasks.act") }), { status: 403 });
  if (user.state === "unverified") throw new Refusal(M.confirmEmailFirst);
  if (user.state !== "active") throw new Refusal(M.suspended, { status: 403 });
}

/**
 * Refuses the key of a member who may no longer act on tasks (M34). A concurrent removal waits, and then finds the
 * task.
 */
export async function refuseKeyOfLeaver(
  tx: Tx,
  { tenantId, holderId }: { tenantId: number; holderId: number },
): Promise<void> {
  const acts = await tx.query(
    `select from user_account u join member m on m.user_id = u.id
     where u.id = $1 and m.tenant_id = $2 and m.role = any($3) and u.state not in ('suspended', 'closed') for key share of u, m`,
    [holderId, tenantId, rolesWith("tasks.act")],
  );
  if (acts.length === 0) throw Refusal.ofField("ssh_key_id", M.sshKeyRequired);
}

/**
 * Refuses a name in use (M23), the 51st unfinished task (M35) and GPUs beyond a quota (M581). `resvGuid` is the task that the request itself
 * makes, which counts for neither. The database's own index on the name decides when two come at once.
 */
export async function refuseBesides(
  tx: Tx,
  {
    tenantId,
    resvGuid,
    choice,
  }: {
    tenantId: number;
    resvGuid: string;
    choice: { taskName: string; gpuType: string; gpusMin: number; gpusMax: number };
  },
): Promise<void> {
  const { taskName, gpuType, gpusMin, gpusMax } = choice;
  const [row] = await tx.query<{ unfinished: number; named: boolean | null }>(
    `select count(*)::int as unfinished, bool_or(task_name = $3) as named
     from task where tenant_id = $1 and finished_at is null and resv_guid <> $2`,
    [tenantId, resvGuid, taskName],
  );
  if (row?.named) throw nameInUse(taskName);
  if ((row?.unfinished ?? 0) >= MAX_UNFINISHED_TASKS) throw new Refusal(M.tooManyTasks);
  await refuseOverQuota(tx, { tenantId, resvGuid, gpuType, gpus: Math.max(gpusMin, gpusMax) });
}

export function nameInUse(taskName: string): Refusal {
  return Refusal.ofField("task_name", M.taskNameTaken({ task_name: taskName }));
}
