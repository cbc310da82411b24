import type Stripe from "stripe";
import { finish, periodOf, renew } from "../billing/cycle";
import { takeDiscounts } from "../billing/discounts";
import { subscribe } from "../billing/subscribe";
import { endSubscription } from "../billing/subscription-status";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";
import { missing, refuse } from "../wire/stripe-error";
import { needCard, needUsable } from "./cards";

type Subscription = Kinds["subscription"];

const METHOD = "default_payment_method";

export const subscriptions: Runs = {
  "Subscriptions.create": run<Stripe.SubscriptionCreateParams>((sandbox, params) => subscribe(sandbox, params)),

  "Subscriptions.retrieve": run(({ store }, _params, { id }) => store.need("subscription", id)),

  "Subscriptions.update": run<Stripe.SubscriptionUpdateParams>((sandbox, params, { id }) => {
    const subscription = needLive(sandbox, id);
    if (params.items) refuse("The sandbox does not change the items of a subscription.", { param: "items" });
    sandbox.store.change(subscription, valuesOf(sandbox, params, subscription));
    if (params.trial_end === "now" && subscription.status === "trialing") endTrial(sandbox, subscription);
    else sandbox.emit("customer.subscription.updated", subscription);
    return subscription;
  }),

  "Subscriptions.cancel": run<Stripe.SubscriptionCancelParams>((sandbox, params, { id }) => {
    const subscription = needLive(sandbox, id);
    if (params.invoice_now) finish(sandbox, subscription);
    else endSubscription(sandbox, subscription, { reason: "cancellation_requested" });
    return subscription;
  }),

  "Subscriptions.list": run<Stripe.SubscriptionListParams>(({ store }, params) => {
    const { customer, price, status } = params;
    const wanted = store
      .all("subscription")
      .filter((one) => customer === undefined || idOf(one.customer) === customer)
      .filter((one) => price === undefined || one.items.data.some((item) => item.price.id === price))
      .filter((one) => isWanted(one, status));
    return page(wanted, params, "/v1/subscriptions");
  }),
};

/** Without a status Stripe lists all subscriptions that have not ended. */
function isWanted({ status }: Subscription, wanted: string | undefined): boolean {
  if (wanted === "all") return true;
  const ended = /^(canceled|incomplete_expired)$/.test(status);
  if (wanted === "ended") return ended;
  return wanted === undefined ? status !== "canceled" : status === wanted;
}

function needLive(sandbox: Sandbox, id: string): Subscription {
  const subscription = sandbox.store.need("subscription", id);
  if (/^(canceled|incomplete_expired)$/.test(subscription.status)) throw missing("subscription", id);
  return subscription;
}

function valuesOf(
  sandbox: Sandbox,
  params: Stripe.SubscriptionUpdateParams,
  before: Subscription,
): Partial<Subscription> {
  const method = params.default_payment_method;
  if (method) needUsable(needCard(sandbox, method, METHOD), idOf(before.customer), METHOD);
  const customer = idOf(before.customer) ?? "";
  return {
    metadata: metadata(params.metadata, before.metadata),
    ...(method === undefined ? {} : { default_payment_method: method || null }),
    ...(params.description === undefined ? {} : { description: params.description || null }),
    ...(params.discounts === undefined
      ? {}
      : { discounts: takeDiscounts(sandbox, params.discounts, before.id, customer) }),
    ...endOf(sandbox, params, before),
    ...(typeof params.trial_end === "number"
      ? {
          trial_end: params.trial_end,
          billing_cycle_anchor: params.trial_end,
          items: until(before, params.trial_end),
        }
      : {}),
  };
}

function endOf(
  sandbox: Sandbox,
  { cancel_at_period_end: atEnd, cancel_at: at }: Stripe.SubscriptionUpdateParams,
  before: Subscription,
): Partial<Subscription> {
  const now = sandbox.clock.now();
  if (atEnd === true)
    return {
      cancel_at: periodOf(before).end,
      cancel_at_period_end: true,
      canceled_at: before.canceled_at ?? now,
    };
  if (typeof at === "number") return { cancel_at: at, cancel_at_period_end: false, canceled_at: now };
  if (atEnd === false || at === "" || at === null)
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null };
  return {};
}

/** Ends a trial: the paid time begins. */
function endTrial(sandbox: Sandbox, subscription: Subscription): void {
  const now = sandbox.clock.now();
  sandbox.store.change(subscription, {
    billing_cycle_anchor: now,
    items: until(subscription, now),
    trial_end: now,
  });
  renew(sandbox, subscription);
}

function until({ items }: Subscription, end: number): Subscription["items"] {
  return { ...items, data: items.data.map((item) => ({ ...item, current_period_end: end })) };
}
