import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { pageDollars } from "../pages/dollars";
import { unitCents } from "../resources/add-price";
import { idOf } from "../wire/id-of";
import { blank } from "../wire/blank";
import { usageOf } from "./usage";

export type Line = Stripe.InvoiceLineItem;

export interface Period {
  start: number;
  end: number;
}

/** The fee in advance, for the period that begins. */
export function feeLines(sandbox: Sandbox, subscription: Kinds["subscription"], period: Period): Line[] {
  return subscription.items.data.flatMap((item) => {
    if (item.price.recurring?.usage_type === "metered") return [];
    const { quantity = 1, price } = item;
    const amount = Math.round(unitCents(price) * quantity);
    const each = `(at ${pageDollars(unitCents(price))} / ${price.recurring?.interval})`;
    const description = `${quantity} × ${nameOf(sandbox, price)} ${each}`;
    return [itemLine(sandbox, subscription, item, { amount, quantity, description, period })];
  });
}

/** The usage of the period that ends. */
export function usageLines(sandbox: Sandbox, subscription: Kinds["subscription"], period: Period): Line[] {
  return subscription.items.data.flatMap((item) => {
    const meter = sandbox.store.find("billing.meter", item.price.recurring?.meter);
    if (!meter) return [];
    const customer = idOf(subscription.customer) ?? "";
    const quantity = usageOf(sandbox, meter, { customer, ...period });
    const amount = Math.round(unitCents(item.price) * quantity);
    const description = `${quantity} × ${nameOf(sandbox, item.price)}`;
    return [itemLine(sandbox, subscription, item, { amount, quantity, description, period })];
  });
}

/** Pending items for the customer's next invoice: of this subscription, or of none. */
export function pendingItems(
  { store }: Sandbox,
  given: { customer: string; subscription: string | null },
): Kinds["invoiceitem"][] {
  return store.all("invoiceitem").filter((item) => {
    const of = item.parent?.subscription_details?.subscription ?? null;
    return (
      item.invoice === null && idOf(item.customer) === given.customer && (of === null || of === given.subscription)
    );
  });
}

export function pendingLine(sandbox: Sandbox, item: Kinds["invoiceitem"]): Line {
  const subscription = item.parent?.subscription_details?.subscription ?? null;
  return blank<Line>("InvoiceLineItem", {
    ...shared(sandbox, item.currency, item.amount),
    description: item.description,
    discountable: item.discountable,
    metadata: item.metadata ?? {},
    parent: {
      invoice_item_details: {
        invoice_item: item.id,
        proration: false,
        proration_details: null,
        subscription,
      },
      subscription_item_details: null,
      type: "invoice_item_details",
    },
    period: item.period,
    quantity: 1,
    subscription,
  });
}

function itemLine(
  sandbox: Sandbox,
  subscription: Kinds["subscription"],
  item: Stripe.SubscriptionItem,
  given: { amount: number; quantity: number; description: string; period: Period },
): Line {
  const { amount, quantity, description, period } = given;
  return blank<Line>("InvoiceLineItem", {
    ...shared(sandbox, item.price.currency, amount),
    description,
    discountable: true,
    metadata: item.metadata,
    period,
    quantity,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: "subscription_item_details",
    },
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) ?? "" },
      type: "price_details",
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    subscription: subscription.id,
  });
}

function shared(sandbox: Sandbox, currency: string, amount: number): Partial<Line> {
  return { id: sandbox.nextId("il"), currency, amount, subtotal: amount, livemode: false, discounts: [] };
}

function nameOf({ store }: Sandbox, price: Stripe.Price): string {
  return price.nickname ?? store.find("product", idOf(price.product))?.name ?? "Subscription";
}
