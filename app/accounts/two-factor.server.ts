import { toDataURL } from "qrcode";
import { db, type Tx, transaction } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { renewSockets } from "./end-member-access.server";
import { mailTwoFactor } from "./mail-two-factor.server";
import { makeRecoveryCodes } from "./inside/two-factor/recovery-codes.server";
import { decrypt, encrypt } from "~/platform/secret.server";
import { endOtherSessions, holdSession } from "./session.server";
import { newTotpSecret, totpStepOf, totpUri } from "./inside/two-factor/totp.server";

const WRONG_CODE = "This code is wrong. Codes change every 30 seconds: check that your phone's clock is right.";

export const FACTOR_UNREADABLE =
  "Codes from your app can no longer be checked. Log in with a recovery code, or ask support to reset your two-factor.";
export const SET_UP_UNREADABLE = "This set-up can no longer be completed. Start again.";

/** A user's two-factor, for the Security screen. */
export interface TwoFactor {
  on: boolean;
  /** Started in this session but not confirmed: the data for the authenticator app. */
  setUp: { secret: string; qrImage: string } | null;
  recoveryCodesLeft: number;
}

interface Viewer {
  userId: number;
  sessionId: string;
}

interface FactorRow {
  secret: string | null;
  on: boolean;
  email: string | null;
  left: number;
}

export async function readTwoFactor({ userId, sessionId }: Viewer): Promise<TwoFactor> {
  const [row] = await db.query<FactorRow>(
    `select totp_secret as secret, totp_confirmed_at is not null as "on", email,
       (select count(*)::int from recovery_code where user_id = $1 and used_at is null) as left
     from user_account where id = $1`,
    [userId],
  );
  if (!row) throw new Error(`no user ${userId}`);
  const secret = row.on || row.secret === null ? null : setUpIn(row.secret, sessionId);
  const uri = secret && totpUri({ secret, email: row.email ?? "" });
  return {
    on: row.on,
    setUp: secret && uri ? { secret, qrImage: await toDataURL(uri, { margin: 2, width: 224 }) } : null,
    recoveryCodesLeft: row.on ? row.left : 0,
  };
}

/**
 * Creates a secret; logins ask for it only after a first code has confirmed it. Until then it belongs to the session,
 * which has asked for the password: another one may be a thief's.
 */
export async function startTwoFactor(viewer: Viewer): Promise<void> {
  await setUnconfirmed(viewer, encrypt(`${viewer.sessionId} ${newTotpSecret()}`));
}

/** The secret of a set-up that this session began; null for those of others, and one encrypted with a lost MILLRACE_SECRET. */
function setUpIn(encrypted: string, sessionId: string): string | null {
  const [begunIn, secret] = decrypt(encrypted)?.split(" ") ?? [];
  return begunIn === sessionId && secret ? secret : null;
}

/** Deletes an unconfirmed secret; an enabled two-factor stays enabled. */
export async function cancelTwoFactor(viewer: Viewer): Promise<void> {
  await setUnconfirmed(viewer, null);
}

async function setUnconfirmed(viewer: Viewer, encrypted: string | null): Promise<void> {
  await transaction(async (tx) => {
    await holdSession(tx, viewer);
    await tx.query(
      `update user_account set totp_secret = $2, totp_last_step = 0 where id = $1 and totp_confirmed_at is null`,
      [viewer.userId, encrypted],
    );
  });
}

/**
 * Turns two-factor on with its first code. Returns the recovery codes, which are shown once. Other sessions end, since
 * they began without it; the user gets a mail. Refuses a wrong code, and a
 * set-up of another session.
 */
export async function confirmTwoFactor(given: {
  userId: number;
  sessionId: string;
  code: string;
  now: Date;
}): Promise<string[]> {
  const { userId, sessionId, code, now } = given;
  return await transaction(async (tx) => {
    await holdSession(tx, { userId, sessionId });
    const [row] = await tx.query<{ secret: string | null }>(
      `select totp_secret as secret from user_account where id = $1 and totp_confirmed_at is null`,
      [userId],
    );
    const secret = row?.secret ? setUpIn(row.secret, sessionId) : null;
    if (secret === null) throw Refusal.ofField("code", SET_UP_UNREADABLE);
    const step = totpStepOf({ secret, code, now });
    if (step === null) throw Refusal.ofField("code", WRONG_CODE);
    await tx.query(
      `update user_account set totp_secret = $2, totp_confirmed_at = $3, totp_last_step = $4 where id = $1`,
      [userId, encrypt(secret), now, step],
    );
    await endOtherSessions(tx, { userId, keep: sessionId, now });
    await mailTwoFactor(tx, { userId, change: "on", now });
    return await makeRecoveryCodes(tx, { userId });
  });
}

/** Deletes a user's second factor and its codes; returns whether it was on. */
export async function endTwoFactor(tx: Tx, { userId }: { userId: number }): Promise<boolean> {
  const [before] = await tx.query<{ on: boolean }>(
    `select totp_confirmed_at is not null as "on" from user_account where id = $1 for update`,
    [userId],
  );
  await tx.query(
    `update user_account set totp_secret = null, totp_confirmed_at = null, totp_last_step = 0 where id = $1`,
    [userId],
  );
  await tx.query(`delete from recovery_code where user_id = $1`, [userId]);
  // Staff may need it for their rights and for a view as customer, which sockets have too.
  await tx.query(`update session set view_until = null where user_id = $1`, [userId]);
  await renewSockets(tx, { userId });
  return before?.on === true;
}

/** Accepts a 6-digit code once, so that an observed code is useless. Refuses with M313. */
export async function takeTotpCode(
  tx: Tx,
  { userId, code, now }: { userId: number; code: string; now: Date },
): Promise<void> {
  const [row] = await tx.query<{ secret: string | null }>(
    `select totp_secret as secret from user_account where id = $1 and totp_confirmed_at is not null for update`,
    [userId],
  );
  const step = row?.secret ? stepOf({ encrypted: row.secret, code, now }) : null;
  const taken =
    step !== null &&
    (await tx.query(`update user_account set totp_last_step = $2 where id = $1 and totp_last_step < $2 returning id`, [
      userId,
      step,
    ]));
  if (!taken || taken.length === 0) throw new Refusal(M.wrongFactorCode);
}

/** The step of a code, null for a wrong one. Refuses a secret that was encrypted with a lost MILLRACE_SECRET. */
function stepOf({ encrypted, code, now }: { encrypted: string; code: string; now: Date }): number | null {
  const secret = decrypt(encrypted);
  if (secret === null) throw Refusal.ofField("code", FACTOR_UNREADABLE);
  return totpStepOf({ secret, code, now });
}
