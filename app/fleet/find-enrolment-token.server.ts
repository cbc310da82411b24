import { PLACE_TOKEN } from "~/compute/place-token.server";
import { db } from "~/platform/db.server";
import { hashOf } from "./inside/nodes/agent-secret.server";

/**
 * Checks whether a machine may enrol with this token now, or may have enrolled and is asking again; enrolling checks
 * which, and uses it up (6.7). The token of an engine's place is known for ever, so that its pilots learn why they are
 * refused.
 */
export async function isOpenEnrolmentToken({ token, now }: { token: string; now: Date }): Promise<boolean> {
  if (token.startsWith(PLACE_TOKEN)) return await isPlaceToken(token);
  if (!token.startsWith("mre_")) return false;
  const found = await db.query(
    `select 1 from enrolment_token
     where hash = $1 and withdrawn_at is null and expires_at > $2`,
    [hashOf(token), now],
  );
  return found.length > 0;
}

async function isPlaceToken(token: string): Promise<boolean> {
  const found = await db.query(`select 1 from engine_place where token_hash = $1`, [hashOf(token)]);
  return found.length > 0;
}
