import { ask } from "./stripe-client.server";

/** The invoice item of this charge; looked up if its request was never answered. */
export async function findInvoiceItem(given: {
  customerId: string;
  chargeId: string;
  since: Date;
}): Promise<{ itemId: string } | null> {
  const created = { gte: Math.floor(given.since.getTime() / 1000) };
  let after: string | undefined;
  for (;;) {
    const page = await ask((stripe) =>
      stripe.invoiceItems.list({
        customer: given.customerId,
        created,
        limit: 100,
        ...(after ? { starting_after: after } : {}),
      }),
    );
    const found = page.data.find((item) => item.metadata?.["charge"] === given.chargeId);
    if (found) return { itemId: found.id };
    after = page.data.at(-1)?.id;
    if (!page.has_more || !after) return null;
  }
}
