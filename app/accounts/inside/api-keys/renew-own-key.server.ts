import { holdSession } from "~/accounts/session.server";
import { transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { makeApiKey } from "./make-api-key.server";

/** Replaces the account key of a session's user; returns it whole. The caller has asked for the password. @throws Refusal M02. */
export async function renewOwnKey(given: {
  userId: number;
  sessionId: string;
  requestId: string;
  now: Date;
}): Promise<string> {
  const { userId, requestId, now } = given;
  return await transaction(async (tx) => {
    await holdSession(tx, given);
    await writeAudit({ userId, action: "api-key.new", target: `user:${userId}`, requestId, now }, tx);
    return await makeApiKey(tx, { userId, now });
  });
}
