import { transaction } from "~/db.server";
import { ownUrl } from "~/domain/notices/own-url.server";
import { queueMail } from "~/domain/notices/queue-mail.server";
import { trialEndsMail } from "./trial-texts";

/** Writes the mail 3 days before a trial ends, once; to nobody whose whole trial is no longer than that. */
export async function remindTrials({ now }: { now: Date }): Promise<void> {
  await transaction(async (tx) => {
    const due = await tx.query<{ userId: number; email: string; trialEnd: Date }>(
      `update trial set reminded_at = $1 from user_account u
       where u.id = trial.user_id and u.codify_subscription_status = 'trial' and u.email is not null
         and trial.reminded_at is null and trial.ended_at is null and trial.trial_end > $1
         and trial.trial_end <= $1::timestamptz + interval '3 days'
         and trial.trial_end - trial.trial_start > interval '3 days'
       returning u.id as "userId", u.email, trial.trial_end as "trialEnd"`,
      [now],
    );
    for (const { userId, email, trialEnd } of due) {
      const mail = trialEndsMail({ trialEnd, url: ownUrl("/subscription") });
      await queueMail(tx, { to: email, ...mail, cause: `trial-ends:${userId}` });
    }
  });
}
