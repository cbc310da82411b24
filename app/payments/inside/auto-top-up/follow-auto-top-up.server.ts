import { transaction } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import type { TopUpState } from "~/payments/top-up-state";
import { afterEvent, type AutoEvent } from "./auto-standing";
import { STANDING, type StandingRow } from "./read-auto-facts.server";
import { notifyAsking, notifyDeclined, notifyStopped } from "./notify-auto-top-up.server";
import { wakeAutoTopUps, writeStanding } from "./write-standing.server";

interface Followed extends StandingRow {
  topUpState: TopUpState | null;
  topUpMessage: string | null;
  /** The amount of that top-up, whatever the setting is now. */
  askedCents: Cents | null;
}

/**
 * Records the outcome of a tenant's open top-up, on any path: the charge, a webhook, the job that checks again, or the
 * customer at the bank. Each outcome counts once.
 */
export async function followAutoTopUp({ tenantId, now }: { tenantId: number; now: Date }): Promise<void> {
  await transaction(async (tx) => {
    const [row] = await tx.query<Followed>(
      `select ${STANDING}, u.state as "topUpState", u.message as "topUpMessage", u.cents as "askedCents"
       from auto_top_up auto left join top_up u on u.topup_id = auto.topup_id
       where auto.tenant_id = $1 for update of auto`,
      [tenantId],
    );
    if (!row?.topupId) return;
    const event = outcomeOf(row);
    const standing = event ? afterEvent(row, event, now) : row;
    if (standing.state === row.state) return;
    await writeStanding(tx, { tenantId, standing, now });
    const notice = { tenantId, cents: row.askedCents ?? row.cents, topupId: row.topupId, now };
    if (standing.state === "asking") await notifyAsking(tx, notice);
    if (standing.state === "resting") await notifyDeclined(tx, { ...notice, standing });
    if (standing.state === "stopped") await notifyStopped(tx, { ...notice, message: standing.message });
    // After a large debt, one top-up may not be enough.
    if (standing.state === "watching") await wakeAutoTopUps(tx);
  });
}

function outcomeOf({ topUpState, topUpMessage }: Followed): AutoEvent | null {
  if (topUpState === "settled" || topUpState === "refunded" || topUpState === "disputed") return { kind: "settled" };
  if (topUpState === "failed") return { kind: "declined", message: topUpMessage || "Nothing was paid." };
  return topUpState === "requires_action" ? { kind: "needs_customer" } : null;
}
