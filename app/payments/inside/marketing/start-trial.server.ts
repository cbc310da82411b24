import type { Tx } from "~/platform/db.server";
import { setSubscriptionStatus } from "~/payments/inside/subscription/set-subscription-status.server";
import { isPro, type SubscriptionStatus } from "~/payments/subscription-states";

const DAY_MS = 86_400_000;

interface NewTrial {
  userId: number;
  days: number;
  /** The code that gave it; null if an admin granted it. */
  code: string | null;
  now: Date;
}

/**
 * Makes a user PRO for some days from now, once ever (6.4).
 * @returns its end, or why not: they had a trial, or are PRO already.
 */
export async function startTrial(
  tx: Tx,
  { userId, days, code, now }: NewTrial,
): Promise<{ trialEnd: Date } | "had one" | "is PRO"> {
  const [user] = await tx.query<{ status: SubscriptionStatus; had: boolean }>(
    `select codify_subscription_status as status, exists (select from trial where user_id = u.id) as had
     from user_account u where id = $1 for no key update`,
    [userId],
  );
  if (!user || user.had) return "had one";
  if (isPro(user.status)) return "is PRO";
  const trialEnd = new Date(now.getTime() + days * DAY_MS);
  await tx.query(`insert into trial (user_id, trial_start, trial_end, code) values ($1, $2, $3, $4)`, [
    ...[userId, now, trialEnd, code],
  ]);
  await setSubscriptionStatus(tx, { of: { userId }, to: "trial", now });
  return { trialEnd };
}
