import type { Tx } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";

const OWNER = `select from member m join user_account u on u.id = m.user_id
  where m.tenant_id = $1 and m.role = 'owner' and u.state not in ('suspended', 'closed') for key share of u`;

/**
 * Holds the account of a tenant's owner until the commit: nothing is paid or given to one that is being closed, and the
 * closing then sees what began (6.7). `waits` false: a locked owner counts as one who is being changed.
 * @throws Refusal M02.
 */
export async function holdOwner(
  tx: Tx,
  { tenantId, waits = true }: { tenantId: number; waits?: boolean },
): Promise<void> {
  const held = waits ? tx.query(OWNER, [tenantId]) : tx.query(`${OWNER} skip locked`, [tenantId]);
  if ((await held).length === 0) throw new Refusal(M.notAllowed, { status: 403 });
}
