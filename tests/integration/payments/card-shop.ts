import { afterAll, beforeAll, expect } from "vitest";
import { db, transaction } from "~/db.server";
import { keepCard } from "~/domain/payments/apply-card.server";
import { ensureCustomer } from "~/domain/payments/ensure-customer.server";
import { readCard } from "~/domain/payments/provider/cards.server";
import { stripe } from "~/domain/payments/provider/stripe-client.server";
import { env } from "~/env.server";
import { type RunningSandbox, startSandbox } from "../../../worker/sandbox-stripe/start";

/** A payment provider for the tests of a file, to which the product talks as it does in a demo. */
export function useProvider(): { readonly sandbox: RunningSandbox } {
  let sandbox: RunningSandbox | undefined;
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: "payments" });
    env.STRIPE_SANDBOX_ORIGIN = sandbox.origin;
  });
  afterAll(async () => {
    expect(sandbox?.controls.state().invalid).toEqual([]);
    await sandbox?.stop();
  });
  return {
    get sandbox() {
      if (!sandbox) throw new Error("the provider is started before the tests");
      return sandbox;
    },
  };
}

/** A tenant's default card at the provider and here. */
export async function aSavedCard({
  tenantId,
  name = "visa",
}: {
  tenantId: number;
  name?: string;
}): Promise<string> {
  const { customerId } = await ensureCustomer({ tenantId });
  const { id } = await stripe().paymentMethods.attach(`pm_card_${name}`, { customer: customerId });
  const card = await readCard(id);
  if (!card) throw new Error("the card was not attached");
  await transaction((tx) => keepCard(tx, { card, now: new Date() }));
  return id;
}

/** A default card that has gone bad since it was saved: the provider takes its name for a card of that fate. */
export async function aCardOfFate({ tenantId, name }: { tenantId: number; name: string }): Promise<void> {
  await ensureCustomer({ tenantId });
  await db.query(`delete from card where tenant_id = $1 or pm_id = $2`, [tenantId, `pm_card_${name}`]);
  await db.query(
    `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, is_default, added_at)
     values ($1, $2, 'visa', '0002', 12, 2034, true, now())`,
    [`pm_card_${name}`, tenantId],
  );
}
