import { db, transaction, type Tx } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { ownUrl } from "~/platform/own-url.server";
import { queueMail } from "~/platform/queue-mail.server";
import { trialEndsMail } from "./inside/marketing/trial-texts";

/** Mails once, 3 days before a trial ends; not for trials of 3 days or fewer. */
export async function remindTrials({ now }: { now: Date }): Promise<void> {
  const due = await db.query<{ userId: number }>(
    `select user_id as "userId" from trial join user_account u on u.id = user_id where ${DUE} order by 1`,
    [now],
  );
  await forEach(due, ({ userId }) => transaction((tx) => remind(tx, userId, now)));
}

/** $1 now. */
const DUE = `u.codify_subscription_status = 'trial' and u.email is not null and trial.reminded_at is null
  and trial.ended_at is null and trial.trial_end > $1 and trial.trial_end <= $1::timestamptz + interval '3 days'
  and trial.trial_end - trial.trial_start > interval '3 days'`;

async function remind(tx: Tx, userId: number, now: Date): Promise<void> {
  const [due] = await tx.query<{ email: string; trialEnd: Date }>(
    `update trial set reminded_at = $1 from user_account u
     where u.id = trial.user_id and trial.user_id = $2 and ${DUE} returning u.email, trial.trial_end as "trialEnd"`,
    [now, userId],
  );
  if (!due) return;
  const mail = trialEndsMail({ trialEnd: due.trialEnd, url: ownUrl("/subscription") });
  await queueMail(tx, { to: due.email, ...mail, cause: `trial-ends:${userId}` });
}
