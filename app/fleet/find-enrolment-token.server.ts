import { db } from "~/platform/db.server";
import { hashOf } from "./inside/nodes/agent-secret.server";

/**
 * Checks whether a machine may enrol with this token now, or may have and ask again; enrolling checks which, and uses it
 * up (6.7).
 */
export async function isOpenEnrolmentToken({ token, now }: { token: string; now: Date }): Promise<boolean> {
  if (!token.startsWith("mre_")) return false;
  const found = await db.query(
    `select 1 from enrolment_token
     where hash = $1 and withdrawn_at is null and expires_at > $2`,
    [hashOf(token), now],
  );
  return found.length > 0;
}
