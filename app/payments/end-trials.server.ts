import { db, type Tx, transaction } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { setSubscriptionStatus } from "./inside/subscription/set-subscription-status.server";
import { notify } from "~/platform/notify.server";
import { ENDED_TEXT } from "./inside/marketing/trial-texts";

/** Ends expired trials (6.4). May run at any time, and in several workers. */
export async function endTrials({ now }: { now: Date }): Promise<void> {
  const due = await db.query<{ user_id: number }>(
    `select user_id from trial where ended_at is null and trial_end <= $1 order by user_id`,
    [now],
  );
  await forEach(due, ({ user_id: userId }) => transaction((tx) => endTrial(tx, { userId, now })));
}

/** A user who has subscribed meanwhile stays PRO: only the trial ends. */
async function endTrial(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  const ended = await tx.query(`update trial set ended_at = $2 where user_id = $1 and ended_at is null returning 1`, [
    userId,
    now,
  ]);
  if (ended.length === 0) return;
  for (const { tenantId } of await setSubscriptionStatus(tx, { of: { userId }, to: "none", now })) {
    const cause = `trial-ended:${userId}`;
    await notify(tx, { tenantId, retcode: "OK", message: ENDED_TEXT, url: "/subscription", cause, now });
  }
}
