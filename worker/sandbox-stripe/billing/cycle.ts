import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { idOf } from "../wire/id-of";
import { collectQuietly } from "./collect";
import { compose } from "./compose";
import { validDiscounts } from "./discounts";
import { finalize, keepDraft } from "./finalize";
import { feeLines, type Line, pendingItems, pendingLine, type Period, usageLines } from "./lines";
import { periodEnd } from "./months";
import { endSubscription, setStatus } from "./subscription-status";

type Subscription = Kinds["subscription"];

const NOTICE_SECONDS = 3 * 24 * 3600;
const EXPIRES_AFTER_SECONDS = 23 * 3600;

export function periodOf(subscription: Subscription): Period {
  const [item] = subscription.items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
}

/** Applies everything that is due to subscriptions: ends, renewals, and overdue first payments. */
export function renewDue(sandbox: Sandbox): void {
  const now = sandbox.clock.now();
  for (const subscription of sandbox.store.all("subscription")) {
    if (subscription.status === "incomplete" && subscription.created + EXPIRES_AFTER_SECONDS <= now)
      endSubscription(sandbox, subscription, { status: "incomplete_expired", reason: null });
    if (!/^(trialing|active|past_due)$/.test(subscription.status)) continue;
    announceTrialEnd(sandbox, subscription);
    if (subscription.cancel_at !== null && subscription.cancel_at <= now) finish(sandbox, subscription);
    else if (periodOf(subscription).end <= now) renew(sandbox, subscription);
  }
}

/** Previews the next invoice; null if there will be none. */
export function upcoming(sandbox: Sandbox, subscription: Subscription): Kinds["invoice"] | null {
  if (!/^(trialing|active|past_due)$/.test(subscription.status)) return null;
  const ending = subscription.cancel_at !== null;
  const lines = ending ? lastLines(sandbox, subscription) : nextLines(sandbox, subscription);
  if (ending && lines.every(({ amount }) => amount === 0)) return null;
  return composed(sandbox, subscription, lines, "upcoming");
}

/** Ends the period and begins the next one, with its invoice. */
export function renew(sandbox: Sandbox, subscription: Subscription): void {
  const invoice = composed(sandbox, subscription, nextLines(sandbox, subscription), "subscription_cycle");
  const { start, end } = nextPeriod(subscription);
  for (const item of subscription.items.data)
    Object.assign(item, { current_period_start: start, current_period_end: end });
  sandbox.store.change(subscription, { latest_invoice: invoice.id });
  keepDraft(sandbox, invoice);
  if (subscription.status === "trialing") setStatus(sandbox, subscription, "active");
  else sandbox.emit("customer.subscription.updated", subscription);
  finalize(sandbox, invoice);
  if (invoice.status === "open") collectQuietly(sandbox, invoice);
}

/** Ends an announced cancellation: invoices usage and pending items once more. */
export function finish(sandbox: Sandbox, subscription: Subscription): void {
  const lines = lastLines(sandbox, subscription);
  if (lines.some(({ amount }) => amount !== 0)) {
    const invoice = keepDraft(sandbox, composed(sandbox, subscription, lines, "subscription_cycle"));
    sandbox.store.change(subscription, { latest_invoice: invoice.id });
    finalize(sandbox, invoice);
    if (invoice.status === "open") collectQuietly(sandbox, invoice);
  }
  if (subscription.status !== "canceled") endSubscription(sandbox, subscription, { reason: "cancellation_requested" });
}

function nextPeriod(subscription: Subscription): Period {
  const { end: start } = periodOf(subscription);
  const { interval = "month", interval_count = 1 } = subscription.items.data[0]?.price.recurring ?? {};
  return { start, end: periodEnd(subscription.billing_cycle_anchor, start, { interval, interval_count }) };
}

function nextLines(sandbox: Sandbox, subscription: Subscription): Line[] {
  return [...feeLines(sandbox, subscription, nextPeriod(subscription)), ...lastLines(sandbox, subscription)];
}

function lastLines(sandbox: Sandbox, subscription: Subscription): Line[] {
  const customer = idOf(subscription.customer) ?? "";
  const waiting = pendingItems(sandbox, { customer, subscription: subscription.id });
  return [
    ...usageLines(sandbox, subscription, periodOf(subscription)),
    ...waiting.map((item) => pendingLine(sandbox, item)),
  ];
}

function composed(
  sandbox: Sandbox,
  subscription: Subscription,
  lines: Line[],
  reason: "upcoming" | "subscription_cycle",
): Kinds["invoice"] {
  const period = periodOf(subscription);
  return compose(sandbox, {
    subscription,
    lines,
    period,
    reason,
    customer: sandbox.store.need("customer", idOf(subscription.customer)),
    discounts: validDiscounts(sandbox, subscription.discounts, Math.max(period.end, sandbox.clock.now())),
  });
}

function announceTrialEnd(sandbox: Sandbox, subscription: Subscription): void {
  const { status, trial_end: end, _trial_told: isTold } = subscription;
  if (status !== "trialing" || end === null || isTold || end - NOTICE_SECONDS > sandbox.clock.now()) return;
  sandbox.store.change(subscription, { _trial_told: true });
  sandbox.emit("customer.subscription.trial_will_end", subscription);
}
