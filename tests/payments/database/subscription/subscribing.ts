import { beforeAll } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { makeDefaultCard } from "~/payments/default-card.server";
import { readLive } from "~/payments/inside/subscription/lock-subscription.server";
import { expireSubscription } from "~/payments/inside/subscription/order-subscription.server";
import { subscribe } from "~/payments/inside/subscription/subscribe.server";
import { ProviderSilent } from "~/payments/stripe-client.server";
import { processEvents } from "~/payments/process-events.server";
import { aCard, type Provider, useProvider } from "../../../support/provider";
import { aTenant, type TenantInWorld } from "../../../support/world";

const MINUTE_MS = 60_000;
/** Standings of a tenant's user and subscription. */
export const PRO = { user: "active", subscription: "active" };
export const FREE = { user: "none", subscription: null };

/** The SDK tries each request twice. */
export const BOTH_TRIES = 2;

export type Payer = Awaited<ReturnType<typeof aPayer>>;

/** A tenant with a card, by the provider's name of a test card. */
export async function aPayer(card = "pm_card_visa"): Promise<TenantInWorld & { pmId: string }> {
  const tenant = await aTenant({ dollars: 0 });
  return { ...tenant, pmId: await aCard({ tenantId: tenant.tenantId, name: card }) };
}

/** Enables it as a call does, or as a form does, with the agreed terms. */
export async function enable({ tenantId }: { tenantId: number }, now = new Date(), agreed: string | null = null) {
  return await subscribe({ tenantId, state: "active", now, agreed });
}

/** A provider that has answered once, for the tests of one file. */
export function useShop(): Provider {
  const shop = useProvider();
  beforeAll(warmUp);
  return shop;
}

/** The sandbox reads its specification at its first request; on a busy machine that takes longer than a request may. */
async function warmUp(): Promise<void> {
  const payer = await aPayer();
  for (let tries = 0; tries < 5; tries += 1) {
    const done = await enable(payer).catch((error: unknown) => {
      if (!(error instanceof ProviderSilent)) throw error;
    });
    if (done) return;
  }
}

/** Delivers every event of the provider, and processes all of them. */
export async function hearReports(
  { sandbox }: Provider,
  // Events that failed before are due again by then.
  now = new Date(Date.now() + 60 * MINUTE_MS),
): Promise<void> {
  await sandbox.controls.settled();
  for (;;) {
    const results = await processEvents({ now });
    if (results.length === 0) return;
    if (results.some(({ result }) => result === "failed")) break;
  }
  const errors = await db.query(`select type, error from webhook_event where error <> ''`);
  throw new Error(`events failed: ${JSON.stringify(errors)}`);
}

/** A tenant's plan, in the words of its states (6.4). */
export async function standingOf({ tenantId }: { tenantId: number }) {
  const [user] = await db.query<{ status: string }>(
    `select codify_subscription_status as status from user_account where tenant_id = $1`,
    [tenantId],
  );
  const live = await readLive({ tenantId });
  return { user: user?.status, subscription: live?.state ?? null };
}

export async function invoicesOf({ tenantId }: { tenantId: number }) {
  return await db.query<{ status: string; total: bigint; number: string | null }>(
    `select status, total_cents as total, number from subscription_invoice where tenant_id = $1 order by created_at`,
    [tenantId],
  );
}

export async function mailsOf({ email }: { email: string }): Promise<string[]> {
  const rows = await db.query<{ subject: string }>(`select subject from mail where to_address = $1 order by id`, [
    email,
  ]);
  return rows.map(({ subject }) => subject);
}

export async function noticesOf({ tenantId }: { tenantId: number }): Promise<string[]> {
  const rows = await db.query<{ message: string }>(
    `select human_readable_message as message from notification where tenant_id = $1 order by id`,
    [tenantId],
  );
  return rows.map(({ message }) => message);
}

/** A percentage that the tenant has from a code. */
export async function aDiscount(
  { tenantId }: { tenantId: number },
  { code, percent, duration = "once" }: { code: string; percent: number; duration?: string },
): Promise<void> {
  await db.query(
    `insert into subscription_discount (tenant_id, code, percent, duration, at) values ($1, $2, $3, $4, now())`,
    [tenantId, code, percent, duration],
  );
}

export async function discountsOf({ tenantId }: { tenantId: number }) {
  return await db.query<{ code: string; used: boolean }>(
    `select code, used from subscription_discount where tenant_id = $1 order by code`,
    [tenantId],
  );
}

/** The subscriptions of a tenant at the provider. */
export async function providerSubscriptions({ sandbox }: Provider, { tenantId }: { tenantId: number }) {
  const [customer] = await db.query<{ id: string }>(
    `select customer_id as id from payment_customer where tenant_id = $1`,
    [tenantId],
  );
  return sandbox.controls.objects("subscription").filter((one) => one.customer === customer?.id);
}

/** A first payment that waits at the bank, given up here while the provider was silent; the card has changed since. */
export async function givenUpAtTheBank(discount?: { code: string; percent: number; duration: string }) {
  const payer = await aPayer("pm_card_authenticationRequired");
  if (discount) await aDiscount(payer, discount);
  const outcome = await enable(payer);
  const row = await readLive(payer);
  if (!row) throw new Error("nothing was asked for");
  await transaction((tx) => expireSubscription(tx, row, "", new Date()));
  const pmId = await aCard({ tenantId: payer.tenantId, name: "pm_card_mastercard" });
  await makeDefaultCard({ tenantId: payer.tenantId, pmId });
  return { payer, actionUrl: outcome.kind === "confirm" ? outcome.actionUrl : "" };
}

/** The charges of a tenant at the provider, in cents. */
export async function paidAndRefunded({ sandbox }: Provider, { tenantId }: { tenantId: number }) {
  const [customer] = await db.query<{ id: string }>(
    `select customer_id as id from payment_customer where tenant_id = $1`,
    [tenantId],
  );
  const charges = sandbox.controls
    .objects("charge")
    .filter((charge) => charge.paid && charge.customer === customer?.id);
  return {
    paid: charges.map(({ amount }) => amount),
    refunded: charges.map(({ amount_refunded }) => amount_refunded),
  };
}
