import { randomUUID } from "node:crypto";
import { transaction, type Tx } from "~/platform/db.server";
import { Refusal } from "~/platform/refusal";
import { insertTopUpIn } from "../insert-top-up.server";
import type { TopUp } from "~/payments/lock-top-up.server";
import { autoNeed } from "./auto-need";
import { afterEvent } from "./auto-standing";
import { readAutoFacts, type TenantFacts } from "./read-auto-facts.server";
import { notifyCapped, notifyDayLimited, notifyStopped } from "./notify-auto-top-up.server";
import { writeStanding } from "./write-standing.server";

/**
 * Records a needed top-up before the provider is asked. Reads need, cap and daily limit again under the row's lock, so
 * that only one worker begins.
 * @returns the top-up to charge; null if none is needed.
 */
export async function beginAutoTopUp({ tenantId, now }: { tenantId: number; now: Date }): Promise<TopUp | null> {
  try {
    return await transaction(async (tx) => {
      await tx.query(`select from auto_top_up where tenant_id = $1 for update`, [tenantId]);
      const [facts] = await readAutoFacts(tx, { tenantIds: [tenantId], now });
      return facts ? await act(tx, facts, now) : null;
    });
  } catch (error) {
    // Another top-up has just reached the daily limit (B10), or the owner's account is being changed.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function act(tx: Tx, facts: TenantFacts, now: Date): Promise<TopUp | null> {
  const { tenantId, cents, pmId } = facts;
  const need = autoNeed(facts, now);
  if (need === "capped") await notifyCapped(tx, { ...facts, now });
  if (need === "day_limit") await notifyDayLimited(tx, { tenantId, now });
  if (need === "no_card") {
    const standing = afterEvent(facts, { kind: "no_card" }, now);
    await writeStanding(tx, { tenantId, standing, now });
    await notifyStopped(tx, { tenantId, message: standing.message, now });
  }
  if (need !== "charge") return null;
  const topUp = await insertTopUpIn(tx, { topupId: randomUUID(), tenantId, cents, way: "auto", pmId, now });
  const standing = afterEvent(facts, { kind: "begun", topupId: topUp.topupId }, now);
  await writeStanding(tx, { tenantId, standing, now });
  return topUp;
}
