import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { wholeList } from "../wire/list";
import { discountOf } from "./discounts";
import type { Line, Period } from "./lines";

/** Stripe collects no smaller amounts: they wait for the next invoice. */
const COLLECTABLE_MIN_CENTS = 50;

export interface Composition {
  customer: Kinds["customer"];
  subscription: Kinds["subscription"] | null;
  lines: Line[];
  discounts: Kinds["discount"][];
  period: Period;
  reason: Stripe.Invoice["billing_reason"];
}

/** Composes an invoice without storing it: lines, discounts, and the customer's balance. */
export function compose(sandbox: Sandbox, given: Composition): Kinds["invoice"] {
  const { customer, subscription, discounts, period, reason } = given;
  const lines = given.lines.map((line) => discounted(sandbox, line, discounts));
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
  const subtotal = sum((line) => line.amount);
  const taken = discounts.map(({ id }) => ({
    amount: sum((line) => line.discount_amounts?.find(({ discount }) => discount === id)?.amount ?? 0),
    discount: id,
  }));
  const total = subtotal - taken.reduce((all, { amount }) => all + amount, 0);
  const invoice = sandbox.draft("invoice", {
    account_country: "US",
    account_name: "Millrace",
    auto_advance: true,
    billing_reason: reason,
    collection_method: "charge_automatically",
    currency: lines[0]?.currency ?? subscription?.currency ?? "usd",
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: "none",
    default_payment_method: subscription?.default_payment_method ?? null,
    discounts: discounts.map(({ id }) => id),
    issuer: { type: "self" },
    metadata: {},
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: "subscription_details",
        }
      : null,
    period_end: period.end,
    period_start: period.start,
    status: "draft",
    total_discount_amounts: taken,
    total_taxes: [],
    ...settle(total, customer.balance),
    ...(subscription ? { _subscription: subscription.id } : {}),
  });
  invoice.lines = wholeList(
    lines.map((line) => ({ ...line, invoice: invoice.id })),
    `/v1/invoices/${invoice.id}/lines`,
  );
  return invoice;
}

/** A negative balance is the customer's money and is used first; a negative total adds to it. */
export function settle(
  total: number,
  balance: number,
): { amount_due: number; amount_remaining: number; starting_balance: number; ending_balance: number } {
  const owed = total + balance;
  const due = owed >= COLLECTABLE_MIN_CENTS ? owed : 0;
  return { amount_due: due, amount_remaining: due, starting_balance: balance, ending_balance: owed - due };
}

function discounted(sandbox: Sandbox, line: Line, discounts: Kinds["discount"][]): Line {
  if (!line.discountable) return { ...line, discount_amounts: [] };
  let left = line.amount;
  const amounts = discounts.map((discount) => {
    const amount = discountOf(sandbox, discount, left);
    left -= amount;
    return { amount, discount: discount.id };
  });
  return { ...line, discount_amounts: amounts };
}
