import { transaction } from "~/platform/db.server";
import { M } from "~/payments/messages";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { notify } from "~/platform/notify.server";
import { writeAudit } from "~/platform/write-audit.server";
import { startTrial } from "./start-trial.server";
import { grantedText } from "./trial-texts";

interface GrantedTrial {
  actorId: number;
  /** The user's exact email. */
  email: string;
  days: number;
  requestId: string;
  now: Date;
}

const REASONS = {
  "had one": "This user has had a trial already; each user gets one.",
  "is PRO": "This user is PRO already.",
};

/** Grants a user a trial (2.5, 6.4) and notifies them. @throws Refusal M02, or for the field `email`. */
export async function grantTrial(given: GrantedTrial): Promise<{ trialEnd: Date }> {
  const { actorId, email, days, requestId, now } = given;
  return await transaction(async (tx) => {
    const [known] = await tx.query<{ id: number }>(`select id from user_account where email = $1`, [
      email.toLowerCase(),
    ]);
    await holdStaffRight(tx, { userId: actorId, ...(known && { ownerId: known.id }), now }, "promos.act");
    const [user] = await tx.query<{ id: number; tenantId: number; state: string }>(
      `select id, tenant_id as "tenantId", state from user_account where id = $1 for no key update`,
      [known?.id ?? null],
    );
    if (!user) throw Refusal.ofField("email", M.noUserWithEmail);
    if (user.state !== "active")
      throw Refusal.ofField("email", `Only an active user gets a trial; this one is ${user.state}.`);
    const { id: userId, tenantId } = user;
    const started = await startTrial(tx, { userId, days, code: null, now });
    if (typeof started === "string") throw Refusal.ofField("email", REASONS[started]);
    const { trialEnd } = started;
    const cause = `trial:${userId}`;
    await notify(tx, { tenantId, retcode: "OK", message: grantedText(trialEnd), url: "/user", cause, now });
    const audit = { userId: actorId, action: "trial.grant", target: `user:${userId}`, tenantId, requestId, now };
    await writeAudit({ ...audit, after: { days, trial_end: trialEnd.toISOString() } }, tx);
    return { trialEnd };
  });
}
