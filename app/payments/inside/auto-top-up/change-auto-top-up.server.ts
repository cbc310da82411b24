import { transaction, type Tx } from "~/platform/db.server";
import { holdRight } from "~/platform/hold-right.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import type { AutoSettings } from "./auto-need";
import { afterEvent, type AutoEvent, type Standing } from "./auto-standing";
import { STANDING, type StandingRow } from "./read-auto-facts.server";
import { wakeAutoTopUps, writeStanding } from "./write-standing.server";

/**
 * Switches automatic top-up on, or changes its settings; clears declines and waits. Refuses with M02, and with M61 without a card.
 */
export async function switchOnAutoTopUp(
  given: AutoSettings & { tenantId: number; userId: number; now: Date },
): Promise<{ message: string }> {
  const { tenantId, userId, thresholdCents, cents, monthCapCents, now } = given;
  return await transaction(async (tx) => {
    await holdRight(tx, given, "money.act");
    const [card] = await tx.query(`select from card where tenant_id = $1 and is_default and removed_at is null`, [
      tenantId,
    ]);
    if (!card) throw new Refusal(M.paymentMethodRequired);
    const before = await lockStanding(tx, tenantId);
    await tx.query(
      `insert into auto_top_up (tenant_id, state, threshold_cents, cents, month_cap_cents, state_at, updated_at, set_by_id)
       values ($1, 'off', $2, $3, $4, $5, $5, $6)
       on conflict (tenant_id) do update set threshold_cents = $2, cents = $3, month_cap_cents = $4, updated_at = $5,
         set_by_id = $6`,
      [tenantId, thresholdCents, cents, monthCapCents, now, userId],
    );
    await take(tx, { tenantId, event: { kind: "switched_on" }, now });
    await wakeAutoTopUps(tx);
    const wasOn = before && before.state !== "off" && before.state !== "stopped";
    return { message: wasOn ? "Automatic top-up changed." : "Automatic top-up is on." };
  });
}

/** Switches it off. An open top-up continues. */
export async function switchOffAutoTopUp({
  tenantId,
  now,
}: {
  tenantId: number;
  now: Date;
}): Promise<{ message: string }> {
  await transaction((tx) => take(tx, { tenantId, event: { kind: "switched_off" }, now }));
  return { message: "Automatic top-up is off." };
}

async function take(
  tx: Tx,
  { tenantId, event, now }: { tenantId: number; event: AutoEvent; now: Date },
): Promise<void> {
  const standing = await lockStanding(tx, tenantId);
  if (standing) await writeStanding(tx, { tenantId, standing: afterEvent(standing, event, now), now });
}

async function lockStanding(tx: Tx, tenantId: number): Promise<Standing | null> {
  const [row] = await tx.query<StandingRow>(
    `select ${STANDING} from auto_top_up auto where tenant_id = $1 for update`,
    [tenantId],
  );
  return row ?? null;
}
