import type { Tx } from "~/db.server";
import { MAX_UNFINISHED_TASKS } from "~/domain/capacity/constants";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";

/** Refuses another tenant's account (M02) and a user who has not confirmed the address (M15). */
export async function refuseReserver(
  tx: Tx,
  given: { tenantId: number; userId: number; account: string | undefined },
): Promise<void> {
  const [user] = await tx.query<{ state: string; tenantName: string }>(
    `select u.state, t.tenant_name as "tenantName" from user_account u join tenant t on t.id = u.tenant_id
     where u.id = $1 and t.id = $2`,
    [given.userId, given.tenantId],
  );
  const own = user && (given.account === undefined || given.account === user.tenantName);
  if (!own) throw new Refusal(M.M02, { status: 403 });
  if (user.state === "unverified") throw new Refusal(M.M15);
}

/** M35. `counted` is how many of the tenant's unfinished tasks the request itself has made so far. */
export async function refuseTooMany(tx: Tx, tenantId: number, counted: 0 | 1): Promise<void> {
  const [row] = await tx.query<{ unfinished: number }>(
    `select count(*)::int as unfinished from task where tenant_id = $1 and finished_at is null`,
    [tenantId],
  );
  if ((row?.unfinished ?? 0) - counted >= MAX_UNFINISHED_TASKS) throw new Refusal(M.M35);
}
