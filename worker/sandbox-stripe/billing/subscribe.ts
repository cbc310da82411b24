import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { addPrice } from "../resources/add-price";
import { needCard, needUsable } from "../resources/cards";
import { refuseTax } from "../resources/no-tax";
import { idOf } from "../wire/id-of";
import { wholeList } from "../wire/list";
import { metadata } from "../wire/metadata";
import { refuse, StripeError } from "../wire/stripe-error";
import { collect } from "./collect";
import { compose } from "./compose";
import { takeDiscounts, validDiscounts } from "./discounts";
import { finalize, keepDraft } from "./finalize";
import { feeLines, pendingItems, pendingLine, type Period } from "./lines";
import { periodEnd } from "./months";
import { endSubscription } from "./subscription-status";

type Subscription = Kinds["subscription"];
type Params = Stripe.SubscriptionCreateParams;

const DAY_SECONDS = 86_400;

const METHOD = "default_payment_method";

/** Creates a subscription with its first invoice, which is paid now or waits, by `payment_behavior`. */
export function subscribe(sandbox: Sandbox, params: Params): Subscription {
  const subscription = addSubscription(sandbox, params);
  const invoice = firstInvoice(sandbox, subscription);
  sandbox.store.change(subscription, { latest_invoice: invoice.id });
  keepDraft(sandbox, invoice);
  sandbox.emit("customer.subscription.created", subscription);
  finalize(sandbox, invoice);
  const behavior = params.payment_behavior ?? "allow_incomplete";
  if (invoice.status !== "open" || behavior === "default_incomplete") return subscription;
  try {
    collect(sandbox, invoice, { offSession: params.off_session ?? false });
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    if (behavior === "allow_incomplete") return subscription;
    endSubscription(sandbox, subscription, { status: "incomplete_expired", reason: null });
    throw error;
  }
  return subscription;
}

function addSubscription(sandbox: Sandbox, params: Params): Subscription {
  const { store, clock } = sandbox;
  const customer = store.need("customer", params.customer, "customer");
  const method = params.default_payment_method;
  if (method) needUsable(needCard(sandbox, method, METHOD), customer.id, METHOD);
  if (!params.items?.length) refuse("Missing required param: items.", { code: "parameter_missing", param: "items" });
  refuseTax(params);
  const now = clock.now();
  const trialEnd = trialEndOf(params, now);
  const drawn = sandbox.draft("subscription", {});
  const priced = params.items.map((item) => ({ item, price: priceOf(sandbox, item) }));
  const anchor = trialEnd ?? now;
  const { interval = "month", interval_count = 1 } = priced[0]?.price.recurring ?? {};
  const period = { start: now, end: trialEnd ?? periodEnd(anchor, now, { interval, interval_count }) };
  const cancelAt = typeof params.cancel_at === "number" ? params.cancel_at : null;
  return store.save<Subscription>({
    ...drawn,
    billing_cycle_anchor: anchor,
    billing_mode: { flexible: { proration_discounts: "included" }, type: "flexible" },
    cancel_at: params.cancel_at_period_end ? period.end : cancelAt,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: params.cancel_at_period_end || cancelAt !== null ? now : null,
    collection_method: "charge_automatically",
    currency: priced[0]?.price.currency ?? "usd",
    customer: customer.id,
    default_payment_method: method ?? null,
    description: params.description ?? null,
    discounts: takeDiscounts(sandbox, params.discounts, drawn.id, customer.id),
    invoice_settings: { ...drawn.invoice_settings, issuer: { type: "self" } },
    items: wholeList(
      priced.map(({ item, price }) => itemOf(sandbox, drawn.id, { item, price, period })),
      `/v1/subscription_items?subscription=${drawn.id}`,
    ),
    metadata: metadata(params.metadata),
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: params.payment_settings?.save_default_payment_method ?? "off",
    },
    start_date: now,
    status: trialEnd === null ? "incomplete" : "trialing",
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: trialEnd === null ? null : now,
  });
}

function itemOf(
  sandbox: Sandbox,
  subscription: string,
  given: { item: Stripe.SubscriptionCreateParams.Item; price: Kinds["price"]; period: Period },
): Stripe.SubscriptionItem {
  const { item, price, period } = given;
  const metered = price.recurring?.usage_type === "metered";
  return {
    id: sandbox.nextId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: sandbox.clock.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: metadata(item.metadata),
    // Sent for old clients; nothing here reads it.
    plan: { id: price.id, object: "plan" } as Stripe.Plan,
    price,
    ...(metered ? {} : { quantity: item.quantity ?? 1 }),
    subscription,
    tax_rates: [],
  };
}

function firstInvoice(sandbox: Sandbox, subscription: Subscription): Kinds["invoice"] {
  const { start, end } = {
    start: subscription.items.data[0]?.current_period_start ?? 0,
    end: subscription.items.data[0]?.current_period_end ?? 0,
  };
  const customer = sandbox.store.need("customer", idOf(subscription.customer));
  const free = subscription.status === "trialing";
  const fees = feeLines(sandbox, subscription, { start, end }).map((line) =>
    free ? { ...line, amount: 0, subtotal: 0, description: `Trial period for ${line.description}` } : line,
  );
  const waiting = pendingItems(sandbox, { customer: customer.id, subscription: subscription.id });
  return compose(sandbox, {
    customer,
    subscription,
    reason: "subscription_create",
    period: { start, end: start },
    lines: [...fees, ...waiting.map((item) => pendingLine(sandbox, item))],
    discounts: validDiscounts(sandbox, subscription.discounts, start),
  });
}

function priceOf(sandbox: Sandbox, item: Stripe.SubscriptionCreateParams.Item): Kinds["price"] {
  const price = item.price_data
    ? addPrice(sandbox, item.price_data)
    : sandbox.store.need("price", item.price, "items[0][price]");
  if (!price.active)
    refuse("The price specified is inactive. This field only accepts active prices.", {
      param: "items[0][price]",
    });
  if (price.recurring === null)
    refuse(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: "items[0][price]" },
    );
  return price;
}

function trialEndOf({ trial_end: end, trial_period_days: days }: Params, now: number): number | null {
  if (end === undefined || end === "now") return days ? now + days * DAY_SECONDS : null;
  if (end <= now) refuse("Invalid timestamp: must be in the future", { param: "trial_end" });
  return end;
}
