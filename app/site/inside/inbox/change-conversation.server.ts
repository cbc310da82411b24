import { transaction, type Tx } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { M } from "~/site/messages";
import { auditAct, type InboxAct, lockConversation } from "./lock-conversation.server";

/** Assigns a conversation to a member of staff, or to nobody. */
export async function assign({ to, ...act }: InboxAct & { to: number | null }): Promise<void> {
  await transaction(async (tx) => {
    if (to !== null) await holdAssignee(tx, { ...act, ownerId: to });
    const conversation = await lockConversation(tx, act);
    if (conversation.assignedTo === to) return;
    await tx.query(`update conversation set assigned_to = $2, told = false where id = $1`, [act.conversationId, to]);
    const [before, after] = [{ assigned_to: conversation.assignedTo }, { assigned_to: to }];
    await auditAct(tx, act, conversation, { action: "inbox.assign", before, after });
  });
}

/** Holds the right of who gets a conversation, before its lock: losing that right unassigns theirs. */
async function holdAssignee(tx: Tx, act: InboxAct & { ownerId: number }): Promise<void> {
  await holdStaffRight(tx, act, "inbox.act");
  const [one] = await tx.query(
    `select from user_account u join user_role r on r.name = u.role
     where u.id = $1 and u.state = 'active' and u.role <> 'customer' and 'customers.see' = any(r.rights) for key share of r`,
    [act.ownerId],
  );
  if (!one) throw Refusal.ofField("to", M.notOfStaff);
}

/** Closes a conversation, which then waits for nobody, or opens it again. */
export async function setState({ state, ...act }: InboxAct & { state: "open" | "closed" }): Promise<void> {
  await transaction(async (tx) => {
    const conversation = await lockConversation(tx, act);
    if (conversation.state === state) return;
    await tx.query(`update conversation set state = $2, waiting_since = null where id = $1`, [
      act.conversationId,
      state,
    ]);
    await auditAct(tx, act, conversation, { action: state === "closed" ? "inbox.close" : "inbox.reopen" });
  });
}
