import { db, type Tx, transaction } from "~/platform/db.server";
import { ownedTenants } from "~/accounts/owned-tenants.server";
import { forEach } from "~/platform/for-each";
import { hasTasks } from "./inside/end-account.server";
import { closeDeleted } from "./inside/own-data/deletion/close.server";
import { eraseMails } from "./inside/own-data/deletion/erase-mails.server";
import { eraseTraces } from "./inside/own-data/deletion/erase-traces.server";
import { removeCards } from "./inside/own-data/deletion/remove-cards.server";
import { type DeletionStep, stepAfter } from "./inside/own-data/deletion/steps";

interface Deletion {
  userId: number;
  step: DeletionStep;
  emails: string[];
  askedAt: Date;
  closedAt: Date | null;
}

const DELETION = `select user_id as "userId", step, emails, asked_at as "askedAt", closed_at as "closedAt" from account_deletion`;

/**
 * Advances each deletion until a step has to wait (6.9). Each finished step stores the next one, and each can be
 * repeated, so that another worker can continue after a crash. All are looked at: those that wait for money may wait for
 * ever, and must not keep others from their end.
 */
export async function deleteAccounts({ now }: { now: Date }): Promise<void> {
  const open = await db.query<{ userId: number }>(
    `select user_id as "userId" from account_deletion where done_at is null order by asked_at`,
  );
  await forEach(open, async ({ userId }) => {
    while (await advanceDeletion({ userId, now }));
  });
}

/** Runs the next step; false if it has to wait, or if nothing is left. */
export async function advanceDeletion({ userId, now }: { userId: number; now: Date }): Promise<boolean> {
  const [deletion] = await db.query<Deletion>(`${DELETION} where user_id = $1 and done_at is null`, [userId]);
  if (!deletion) return false;
  const { step, emails, askedAt, closedAt } = deletion;
  const of = { userId, now };
  switch (step) {
    case "end-tasks":
      return !(await hasTasks(db, await ownedTenants(db, userId))) && (await pass(step, of));
    case "close":
      return await transaction(async (tx) => (await closeDeleted(tx, of)) && (await passIn(tx, step, of)));
    case "remove-cards":
      await removeCards(of);
      return await pass(step, of);
    case "forget-traces":
      await eraseTraces({ userId, emails });
      return await pass(step, of);
    case "forget-mails":
      return (await eraseMails({ emails, askedAt, closedAt: closedAt ?? now, now })) && (await pass(step, of));
    case "done":
      return false;
  }
}

interface Passing {
  userId: number;
  now: Date;
}

async function pass(step: Exclude<DeletionStep, "done">, of: Passing): Promise<boolean> {
  return await transaction((tx) => passIn(tx, step, of));
}

/** Stores the next step, unless another worker was faster or the account was restored. */
async function passIn(tx: Tx, step: Exclude<DeletionStep, "done">, { userId, now }: Passing): Promise<boolean> {
  const next = stepAfter(step);
  const passed = await tx.query(
    `update account_deletion set step = $3,
       closed_at = case when $2 = 'close' then $4 else closed_at end,
       emails = case when $3 = 'done' then '{}' else emails end,
       done_at = case when $3 = 'done' then $4::timestamptz end
     where user_id = $1 and step = $2 returning 1`,
    [userId, step, next, now],
  );
  return passed.length > 0;
}
