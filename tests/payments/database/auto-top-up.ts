import { db, transaction } from "~/platform/db.server";
import { takeMoney } from "~/money/take-money.server";
import { centsToUnits, type Cents } from "~/money/units";
import type { Standing } from "~/payments/inside/auto-top-up/auto-standing";
import { switchOnAutoTopUp } from "~/payments/inside/auto-top-up/change-auto-top-up.server";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import type { TopUp } from "~/payments/lock-top-up.server";
import type { RunningSandbox } from "../../../worker/sandbox-stripe/start";
import { aCard } from "../../support/provider";
import { aTenant, type TenantInWorld } from "../../support/world";

export const dollars = (amount: number) => BigInt(Math.round(amount * 100)) as Cents;

/** A tenant with 5 dollars who has switched automatic top-up on: 50 dollars below 10, at most 500 a month. */
export async function anAutoTenant(
  given: {
    fate?: string;
    balance?: number;
    threshold?: number;
    amount?: number;
    cap?: number;
    now?: Date;
  } = {},
): Promise<TenantInWorld> {
  const { fate, balance = 5, threshold = 10, amount = 50, cap = 500, now = new Date() } = given;
  const tenant = await aTenant({ dollars: balance });
  if (fate) await aCardOfFate({ tenantId: tenant.tenantId, name: fate });
  else await aCard({ tenantId: tenant.tenantId });
  await switchOnAutoTopUp({
    ...tenant,
    thresholdCents: dollars(threshold),
    cents: dollars(amount),
    monthCapCents: dollars(cap),
    now,
  });
  return tenant;
}

/**
 * A default card that stopped working after it was saved: the provider treats its name as a card with that behaviour.
 */
export async function aCardOfFate({ tenantId, name }: { tenantId: number; name: string }): Promise<void> {
  await ensureCustomer({ tenantId });
  await db.query(`delete from card where tenant_id = $1 or pm_id = $2`, [tenantId, `pm_card_${name}`]);
  await db.query(
    `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, is_default, added_at)
     values ($1, $2, 'visa', '0002', 12, 2034, true, now())`,
    [`pm_card_${name}`, tenantId],
  );
}

export async function standingOf(tenantId: number): Promise<Standing> {
  const [row] = await db.query<Standing>(
    `select state, declines, topup_id as "topupId", try_after as "tryAfter", message from auto_top_up where tenant_id = $1`,
    [tenantId],
  );
  if (!row) throw new Error("automatic top-up was never switched on");
  return row;
}

export async function topUpsOf(tenantId: number): Promise<Pick<TopUp, "topupId" | "state" | "paymentIntentId">[]> {
  return await db.query(
    `select topup_id as "topupId", state, payment_intent_id as "paymentIntentId" from top_up
     where tenant_id = $1 order by created_at, topup_id`,
    [tenantId],
  );
}

/** Amounts that the provider has charged to this tenant's cards, in cents, one by one. */
export function chargesOf(sandbox: RunningSandbox, { tenantName }: TenantInWorld): number[] {
  return sandbox.controls
    .objects("charge")
    .filter(({ metadata, paid }) => paid && metadata["tenant"] === tenantName)
    .map(({ amount }) => amount);
}

/** Credits of top-ups in the ledger, in cents, one by one. */
export async function creditsOf(tenantId: number): Promise<bigint[]> {
  const rows = await db.query<{ cents: bigint }>(
    `select (-sum(e.units) / 3600)::bigint as cents from ledger_transaction t
     join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id and a.kind = 'provider'
     where t.tenant_id = $1 and t.key like 'stripe:pi_%' group by t.id order by t.id`,
    [tenantId],
  );
  return rows.map((row) => row.cents);
}

export async function mailsTo({ email }: TenantInWorld): Promise<{ subject: string; text: string }[]> {
  return await db.query(`select subject, text from mail where to_address = $1 order by id`, [email]);
}

export async function noticesOf(tenantId: number): Promise<{ message: string; url: string }[]> {
  return await db.query(
    `select human_readable_message as message, url from notification where tenant_id = $1 order by id`,
    [tenantId],
  );
}

let spendings = 0;

/** Spends money as charges do. */
export async function spend({ tenantId, cents }: { tenantId: number; cents: bigint }): Promise<void> {
  spendings += 1;
  await transaction((tx) =>
    takeMoney(tx, {
      tenantId,
      units: centsToUnits(cents),
      to: "adjustment",
      kind: "adjustment",
      now: new Date(),
      key: `test-spend:${spendings}`,
      description: "Spent",
    }),
  );
}

export function later(now: Date, { minutes = 0, hours = 0 }: { minutes?: number; hours?: number }): Date {
  return new Date(now.getTime() + (hours * 60 + minutes) * 60_000);
}
