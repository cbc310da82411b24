import { randomUUID } from "node:crypto";
import { db } from "~/platform/db.server";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { insertTopUp } from "~/payments/inside/insert-top-up.server";
import { TOP_UP, type TopUp } from "~/payments/lock-top-up.server";
import { askCharge } from "~/payments/inside/ask-charge.server";
import { chargeSavedCard } from "~/payments/inside/provider/payments.server";
import { dollars } from "./auto-top-up";

/** A top-up of 50 dollars from a test card, charged and credited. */
export async function aPaidTopUp(given: { tenantId: number; card?: string; now: Date }): Promise<TopUp> {
  const topUp = await aTopUp(given, "saved_card");
  await askCharge(topUp, given.now);
  return await readTopUpRow(topUp.topupId);
}

/** The same, paid at the provider without our noticing: the answer was lost and no webhook arrived. */
export async function anUnnoticedPayment(given: { tenantId: number; card?: string; now: Date }): Promise<TopUp> {
  const topUp = await aTopUp(given, "auto");
  const { customerId } = await ensureCustomer(topUp);
  await chargeSavedCard({ ...topUp, customerId, pmId: topUp.pmId ?? "", onSession: null });
  return topUp;
}

/** A stored top-up that the provider does not know yet. */
export async function aTopUp(
  given: { tenantId: number; card?: string; now: Date },
  way: "saved_card" | "auto",
): Promise<TopUp> {
  const { tenantId, card = "visa", now } = given;
  await ensureCustomer({ tenantId });
  return await insertTopUp({
    topupId: randomUUID(),
    tenantId,
    cents: dollars(50),
    now,
    way,
    pmId: `pm_card_${card}`,
  });
}

export async function readTopUpRow(topupId: string): Promise<TopUp> {
  const [topUp] = await db.query<TopUp>(`${TOP_UP} where u.topup_id = $1`, [topupId]);
  if (!topUp) throw new Error("there is no such top-up");
  return topUp;
}

export interface DifferenceRow {
  check_name: string;
  kind: string;
  subject: string;
  text: string;
  ledger_units: bigint | null;
  provider_units: bigint | null;
  first_seen_at: Date;
  last_seen_at: Date;
}

/** Findings about events are separate: without a webhook endpoint every event is missed. */
export async function openDifferences(about: "events" | "all else" = "all else"): Promise<DifferenceRow[]> {
  return await db.query<DifferenceRow>(
    `select check_name, kind, subject, text, ledger_units, provider_units, first_seen_at, last_seen_at
     from reconcile_difference where resolved_at is null and (check_name = 'events') = $1 order by id`,
    [about === "events"],
  );
}

export async function checksByName(): Promise<Record<string, { state: string; answered: boolean }>> {
  const rows = await db.query<{ name: string; state: string; answered_at: Date | null }>(
    `select name, state, answered_at from reconcile_check`,
  );
  return Object.fromEntries(rows.map((row) => [row.name, { state: row.state, answered: row.answered_at !== null }]));
}
