import type { Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/site/messages";

export interface LockedConversation {
  id: bigint;
  token: string;
  userId: number | null;
  /** The tenant whose owner reads what staff did; null without an account. */
  tenantId: number | null;
  /** Where answers go. */
  address: string;
  subject: string;
  state: "open" | "closed";
  assignedTo: number | null;
  /** The newest message, notes included; 0 if there is none. */
  newest: bigint;
}

/** Locks a conversation for an act of staff, and holds their role until the commit (16.9). */
export async function lockConversation(tx: Tx, act: InboxAct): Promise<LockedConversation> {
  await holdStaffRight(tx, act, "inbox.act");
  const id = act.conversationId;
  await tx.query(`select from conversation where id = $1 for update`, [id]);
  const [found] = await tx.query<LockedConversation>(
    `select c.id, c.token, c.user_id as "userId", u.tenant_id as "tenantId",
       coalesce(nullif(c.email, ''), u.email, '') as address, c.subject, c.state, c.assigned_to as "assignedTo",
       coalesce((select max(m.id) from conversation_message m where m.conversation_id = c.id), 0) as newest
     from conversation c left join user_account u on u.id = c.user_id where c.id = $1`,
    [id],
  );
  if (!found) throw new Refusal(M.notFound, { status: 404 });
  return found;
}

/** An act in the inbox: its conversation, the member of staff and the request. */
export interface InboxAct {
  conversationId: bigint;
  userId: number;
  requestId: string;
  now: Date;
}

/** Records an act, never the text: the customer reads these rows. */
export async function auditAct(
  tx: Tx,
  { userId, requestId, now }: InboxAct,
  { id, tenantId }: LockedConversation,
  act: { action: string; before?: unknown; after?: unknown },
): Promise<void> {
  const ofCustomer = tenantId === null ? {} : { tenantId };
  await writeAudit({ userId, ...act, target: `conversation:${id}`, ...ofCustomer, requestId, now }, tx);
}
