import type { Tx } from "~/platform/db.server";
import { afterEvent } from "./auto-standing";
import { lockStanding } from "./lock-standing.server";
import { notifyStopped } from "./notify-auto-top-up.server";
import { writeStanding } from "./write-standing.server";

/** Stops an automatic top-up whose card went with its adder; those who may pay decide about another card. */
export async function stopForCard(
  tx: Tx,
  { tenantId, card, now }: { tenantId: number; card: string; now: Date },
): Promise<void> {
  const before = await lockStanding(tx, tenantId);
  if (!before) return;
  const message = `${card} was removed, because the person who added it may no longer manage cards here.`;
  const standing = afterEvent(before, { kind: "card_gone", message }, now);
  if (standing === before) return;
  await writeStanding(tx, { tenantId, standing, now });
  await notifyStopped(tx, { tenantId, message, now });
}
