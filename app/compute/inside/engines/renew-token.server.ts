import { tokenClaims, tokenEndMs } from "~/compute/engine-access";
import { M } from "~/compute/messages";
import { transaction } from "~/platform/db.server";
import { holdStaffRight } from "~/platform/hold-right.server";
import { Refusal } from "~/platform/refusal";
import { utcMinute } from "~/platform/utc-moment";
import { writeAudit } from "~/platform/write-audit.server";
import { credentialsOf } from "./engine-tests.server";
import { lockEngine, type StoredEngine } from "./lock-engine.server";

interface RenewToken {
  clusterName: string;
  token: string;
  userId: number;
  requestId: string;
  now: Date;
}

/**
 * Replaces the token of a cluster's engine, and nothing else: its address and user stay (20.9). Does not raise the version, so
 * that a form that an admin has open can still be saved. @returns when the new one ends; null: never, or it does not say.
 * @throws Refusal: unknown cluster, no engine, a token of another user or one that has ended; M02.
 */
export async function renewToken({ clusterName, token, userId, requestId, now }: RenewToken): Promise<Date | null> {
  return await transaction(async (tx) => {
    await holdStaffRight(tx, { userId, now }, "fleet.admit");
    const stored = await lockEngine(tx, clusterName);
    if (!stored) throw new Refusal(M.noEngine({ clusterName }), { status: 404 });
    checkToken(token, stored, now);
    const { credentials, until } = credentialsOf(token);
    await tx.query(`update engine set credentials = $2, credentials_until = $3 where id = $1`, [
      ...[stored.id, credentials, until],
    ]);
    const audit = { userId, action: "engine.renew-token", target: `cluster:${clusterName}` };
    await writeAudit({ ...audit, before: { until: stored.until }, after: { until }, requestId, now }, tx);
    return until;
  });
}

/** @throws Refusal of a token with which the engine could not be asked. */
function checkToken(token: string, { kind, settings: { user } }: StoredEngine, now: Date): void {
  const claims = tokenClaims(token);
  if (kind === "slurm" && !claims?.sun) throw new Refusal(M.tokenUnreadable);
  if (claims?.sun && user !== undefined && claims.sun !== user)
    throw new Refusal(M.tokenOfOther({ user, other: claims.sun }));
  const endMs = tokenEndMs(token);
  if (endMs !== null && endMs <= now.getTime()) throw new Refusal(M.tokenEnded({ at: utcMinute(new Date(endMs)) }));
}
