import { expect, test } from "vitest";
import { deleteCard } from "~/payments/delete-card.server";
import { ensureCustomer } from "~/payments/inside/ensure-customer.server";
import { listCards } from "~/payments/list-cards.server";
import { saveDemoCard } from "~/payments/save-demo-card.server";
import { stripe } from "~/payments/stripe-client.server";
import { useProvider } from "../../support/provider";
import { aTenant } from "../../support/world";

useProvider();
const now = new Date();

test("the demo's customer has one saved card, here and at the sandbox; a deleted one stays deleted, and nobody else gets one", async () => {
  const [customer, other] = [await aTenant({ email: "customer@millrace.example" }), await aTenant({})];
  await saveDemoCard({ now });
  await saveDemoCard({ now });
  const [card, ...more] = await listCards(customer);
  expect(card).toMatchObject({ brand: "visa", last4: "4242", isDefault: true, addedBy: "customer@millrace.example" });
  expect(more).toEqual([]);
  const { customerId } = await ensureCustomer(customer);
  const atProvider = await stripe().customers.listPaymentMethods(customerId);
  expect(atProvider.data.map(({ id }) => id)).toEqual([card?.pmId]);

  await deleteCard({ tenantId: customer.tenantId, pmId: card?.pmId ?? "", now });
  await saveDemoCard({ now });
  expect([await listCards(customer), await listCards(other)]).toEqual([[], []]);
});
