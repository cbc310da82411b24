import type { Tx } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { setSubscriptionStatus } from "~/domain/subscription/set-subscription-status.server";

const DAY_MS = 86_400_000;

export const PRO_ALREADY = "You are PRO already. A trial can begin when the subscription has ended.";

/**
 * Makes a user PRO for some days from now, once in their life (6.4).
 * @throws Refusal M53 when a trial was had, and of one whose subscription runs.
 */
export async function startTrial(
  tx: Tx,
  { userId, days, code, now }: { userId: number; days: number; code: string | null; now: Date },
): Promise<{ trialEnd: Date }> {
  const trialEnd = new Date(now.getTime() + days * DAY_MS);
  const started = await tx.query(
    `insert into trial (user_id, trial_start, trial_end, code) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [userId, now, trialEnd, code],
  );
  if (started.length === 0) throw Refusal.ofField("code", M.M53);
  const changed = await setSubscriptionStatus(tx, { of: { userId }, to: "trial", now });
  if (changed.length === 0) throw Refusal.ofField("code", PRO_ALREADY);
  return { trialEnd };
}
