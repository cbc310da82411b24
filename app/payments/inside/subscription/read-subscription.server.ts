import { db } from "~/platform/db.server";
import { unlessLocked } from "~/platform/locked.server";
import { readCoins } from "~/money/read-coins.server";
import { listInvoices } from "~/payments/list-invoices.server";
import { readNewest, type Subscription } from "./lock-subscription.server";
import { upcomingOf } from "./read-status.server";
import { isPro, type SubscriptionStatus } from "~/payments/subscription-states";
import { isEnabled, isEnded, isRunning } from "./subscription-state";

/** Reads a tenant's subscription for its screen, from the database only: the screen never waits for the provider. */
export async function readSubscriptionView(given: { tenantId: number; userId: number; now: Date }) {
  const [plan, subscription, invoices, coins] = await Promise.all([
    readPlan(given),
    readNewest(given),
    listInvoices(given),
    unlessLocked(readCoins(given)),
  ]);
  return { ...plan, ...stateOf(subscription, given.now), invoices, coins: coins === null ? null : Number(coins) };
}

function stateOf(subscription: Subscription | null, now: Date) {
  const live = subscription && !isEnded(subscription.state) ? subscription : null;
  const running = live !== null && isRunning(live.state);
  const upcoming = running ? upcomingOf(live) : null;
  return {
    enabled: isEnabled(live),
    pastDue: live?.state === "past_due",
    /** The first payment is open, at the bank or without an answer from the provider. */
    unpaid: live !== null && !running,
    actionUrl: live?.actionUrl ?? "",
    /** The provider's text about the last refusal of the first payment. */
    message: running ? "" : (live?.message ?? ""),
    /** Epoch seconds; null while it renews or does not run. */
    endsTs: running && live.cancelAtPeriodEnd ? secondsOf(live.periodEnd) : null,
    /** Whole cents; null without an upcoming invoice. */
    upcoming: upcoming && {
      remaining: Number(upcoming.remaining),
      startTs: secondsOf(upcoming.periodStart) ?? 0,
    },
    /** Epoch seconds of a future first charge, as in a trial. */
    freeUntilTs: running && live.firstChargeAt && live.firstChargeAt > now ? secondsOf(live.firstChargeAt) : null,
    pmId: live?.pmId ?? null,
  };
}

async function readPlan({ userId }: { userId: number }) {
  const [user] = await db.query<{ status: SubscriptionStatus; trialEnd: Date | null }>(
    `select codify_subscription_status as status, trial.trial_end as "trialEnd"
     from user_account left join trial on trial.user_id = user_account.id where user_account.id = $1`,
    [userId],
  );
  const status = user?.status ?? "none";
  return { pro: isPro(status), trialEndTs: status === "trial" ? secondsOf(user?.trialEnd ?? null) : null };
}

function secondsOf(at: Date | null): number | null {
  return at && Math.floor(at.getTime() / 1000);
}
