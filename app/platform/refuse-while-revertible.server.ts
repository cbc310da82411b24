import type { Queryable, Tx } from "./db.server";
import { refuseReverted } from "./hold-right.server";
import { M } from "./messages";
import { Refusal } from "./refusal";
import { utcMinute } from "./utc-moment";

/** Refuses irreversible acts while the former mailbox can revert a change of address (6.8). @throws Refusal M197. */
export async function refuseWhileRevertible(tx: Tx, userId: number, now: Date): Promise<void> {
  await refuseWhile(tx, { userId, states: ["changed"], now });
}

/**
 * Refuses also while a change is only requested. An intruder with the session but not the mailbox could admit members
 * who would stay after the change is reverted (6.8). @throws Refusal M197.
 */
export async function refuseWhileAddressMoves(tx: Tx, userId: number, now: Date): Promise<void> {
  await refuseWhile(tx, { userId, states: ["changed", "waiting"], now });
}

interface Asked {
  userId: number;
  states: readonly ("changed" | "waiting")[];
  now: Date;
}

/** Refuses while a change is open; a completed change counts before a requested one. */
async function refuseWhile(tx: Tx, { userId, states, now }: Asked): Promise<void> {
  await refuseReverted(tx, userId, now);
  const [change] = await tx.query<{ until: Date }>(
    `select last.until from email_change
     cross join lateral (select case state when 'changed' then back_until else confirm_until end as until) last
     where user_id = $1 and state = any($2::text[]) and last.until > $3
     order by state = 'changed' desc limit 1`,
    [userId, states, now],
  );
  if (change) throw new Refusal(M.emailRevertible({ at: utcMinute(change.until) }));
}

/** Finds the change that can still return an address to its former account: until then nobody can register it (6.8). */
export async function findHeldAddress(
  q: Queryable,
  { email, now }: { email: string; now: Date },
): Promise<{ changeId: number; backUntil: Date } | null> {
  const [held] = await q.query<{ changeId: number; backUntil: Date }>(
    `select id as "changeId", back_until as "backUntil" from email_change
     where old_email = $1 and state = 'changed' and back_until > $2 order by id desc limit 1`,
    [email, now],
  );
  return held ?? null;
}
