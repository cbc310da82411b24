import { db } from "~/platform/db.server";
import { askEach } from "./inside/ask-each.server";
import { TOP_UP, type TopUp } from "./lock-top-up.server";
import { settleTopUp } from "./settle-top-up.server";
import { OPEN_STATES } from "./top-up-state";

const ASK_AGAIN_S = 60;
const AT_ONCE = 100;

/**
 * Checks every top-up that has been open for a minute (6.5). Stops early if the provider does not answer.
 * @returns how many were checked, and failures by top-up.
 */
export async function settleTopUps({ now }: { now: Date }) {
  const due = await takeDue(now);
  const failed = await askEach(due, (topUp) => settleTopUp(topUp, now));
  return { asked: due.length, failures: failed.map(({ one, error }) => ({ topupId: one.topupId, error })) };
}

/** Claiming moves the next turn, so that one worker at a time checks a top-up. */
async function takeDue(now: Date): Promise<TopUp[]> {
  const taken = await db.query<{ topupId: string }>(
    `update top_up set asked_at = $1 where topup_id in (
       select topup_id from top_up where state = any($2::text[])
         and asked_at < $1::timestamptz - make_interval(secs => $3)
       order by asked_at limit $4 for update skip locked)
     returning topup_id as "topupId"`,
    [now, [...OPEN_STATES], ASK_AGAIN_S, AT_ONCE],
  );
  if (taken.length === 0) return [];
  return await db.query<TopUp>(`${TOP_UP} where u.topup_id = any($1::uuid[]) order by random()`, [
    taken.map((one) => one.topupId),
  ]);
}
