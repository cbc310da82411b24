import { transaction } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { M } from "~/site/messages";
import { auditAct, type InboxAct, lockConversation } from "./lock-conversation.server";
import { HAS_RIGHT } from "~/platform/staff-rights";

/** Assigns a conversation to a member of staff, or to nobody. */
export async function assign({ to, ...act }: InboxAct & { to: number | null }): Promise<void> {
  await transaction(async (tx) => {
    const conversation = await lockConversation(tx, act);
    if (conversation.assignedTo === to) return;
    if (to !== null) {
      const [one] = await tx.query(
        `select from user_account u where id = $1 and ${HAS_RIGHT("customers.see")} and state = 'active'`,
        [to],
      );
      if (!one) throw Refusal.ofField("to", M.notOfStaff);
    }
    await tx.query(`update conversation set assigned_to = $2, told = false where id = $1`, [act.conversationId, to]);
    const [before, after] = [{ assigned_to: conversation.assignedTo }, { assigned_to: to }];
    await auditAct(tx, act, conversation, { action: "inbox.assign", before, after });
  });
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
