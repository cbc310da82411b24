import { db, transaction } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { type KeyAct, requireOwnAddress, requireRoom } from "../api-keys/create-key.server";
import { holdRight } from "~/platform/hold-right.server";
import { holdSession } from "~/accounts/session.server";
import { keyLimit, tooMany } from "../mail-limits.server";
import { readUserCode } from "./user-code";

const GUESSES_PER_HOUR = 10;

/** Stops logged-in users from guessing the codes of others. */
const guesses = lastingLimit({ prefix: "user-code", points: GUESSES_PER_HOUR, durationS: 3600, refusal: tooMany });

/** A pending login, for its page. */
export interface WaitingLogin {
  userCode: string;
  clientName: string;
  /** Network address of the request. */
  ip: string;
  /** Epoch seconds. */
  askedTs: number;
}

/** Finds the login that waits for a typed code. Wrong codes are counted and limited. @throws Refusal M162, M08. */
export async function findWaitingLogin(given: { typed: string; userId: number; now: Date }): Promise<WaitingLogin> {
  const { typed, userId, now } = given;
  await guesses.consume(String(userId));
  const [waiting] = await db.query<WaitingLogin>(
    `select user_code as "userCode", client_name as "clientName", ip, floor(extract(epoch from created_at))::float8 as "askedTs"
     from device_login where user_code = $1 and state = 'pending' and expires_at > $2`,
    [readUserCode(typed) ?? "", now],
  );
  if (!waiting) throw Refusal.ofField("user_code", M.unknownUserCode);
  await guesses.giveBack(String(userId));
  return waiting;
}

/**
 * Allows or denies the login that waits for the code. Its key is created when the program fetches it. @throws Refusal
 * M02, M162, M08, M15, M155.
 */
export async function decideDeviceLogin(
  given: KeyAct & { sessionId: string; typed: string; allow: boolean },
): Promise<WaitingLogin> {
  const { typed, allow, userId, tenantId, requestId, now } = given;
  const waiting = await findWaitingLogin({ typed, userId, now });
  if (allow) await keyLimit.consume(String(tenantId));
  await transaction(async (tx) => {
    await holdSession(tx, given);
    if (allow) await holdRight(tx, given, "keys.act");
    if (allow) await requireOwnAddress(tx, { userId });
    if (allow) await requireRoom(tx, { tenantId, now });
    const decided = await tx.query(
      `update device_login set state = $2, user_id = $3, tenant_id = $5
       where user_code = $1 and state = 'pending' and expires_at > $4 returning 1`,
      [waiting.userCode, allow ? "allowed" : "denied", userId, now, tenantId],
    );
    if (decided.length === 0) throw Refusal.ofField("user_code", M.unknownUserCode);
    await writeAudit(
      {
        ...{ userId, action: allow ? "device.allow" : "device.deny", target: `user:${userId}`, requestId, now },
        after: { client: waiting.clientName, from: waiting.ip },
      },
      tx,
    );
  });
  return waiting;
}
