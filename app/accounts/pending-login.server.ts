import { db, type Tx, transaction } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, AT_HOME, toAccount } from "./account.server";
import { countFactorAttempt, forgetFactorAttempts } from "./inside/login-limits.server";
import { noteLogin } from "./log-in.server";
import { takeRecoveryCode } from "./inside/two-factor/recovery-codes.server";
import { takeTotpCode } from "./two-factor.server";

const LASTS_MS = 10 * 60_000;

export interface PendingLogin {
  visitorId: string;
  userId: number;
  remember: boolean;
  redirectTo: string;
}

/**
 * Records that a visitor proved who they are and the second factor is pending; `loginEpoch`: the user's at the proof.
 * @throws Refusal M70 as for a session.
 */
export async function keepPendingLogin(given: PendingLogin & { loginEpoch: number; now: Date }): Promise<void> {
  const { visitorId, userId, loginEpoch, remember, redirectTo, now } = given;
  const kept = await db.query(
    `insert into pending_login (visitor_id, user_id, remember, redirect_to, expires_at)
     select $1, id, $3, $4, $5 from user_account where id = $2 and login_epoch = $6 for share returning 1`,
    [visitorId, userId, remember, redirectTo, new Date(now.getTime() + LASTS_MS), loginEpoch],
  );
  if (kept.length === 0) throw new Refusal(M.wrongCredentials);
}

export async function findPendingLogin(given: { visitorId: string; now: Date }): Promise<PendingLogin | null> {
  const [pending] = await db.query<PendingLogin>(
    `select visitor_id as "visitorId", user_id as "userId", remember, redirect_to as "redirectTo" from pending_login
     where visitor_id = $1 and expires_at > $2`,
    [given.visitorId, given.now],
  );
  return pending ?? null;
}

/**
 * Takes a pending login for a session that begins with the transaction: each is taken once. Locks the user first, like
 * a change of the password, which ends pending logins. @throws Refusal M72 for one that has ended meanwhile.
 */
export async function takePendingLogin(tx: Tx, { visitorId, userId }: PendingLogin): Promise<void> {
  await tx.query(`select from user_account where id = $1 for share`, [userId]);
  const taken = await tx.query(`delete from pending_login where visitor_id = $1 returning 1`, [visitorId]);
  if (taken.length === 0) throw new Refusal(M.loginPageExpired);
}

/** Deletes logins whose second factor never came. */
export async function prunePendingLogins({ now }: { now: Date }): Promise<void> {
  await db.query(`delete from pending_login where expires_at <= $1`, [now]);
}

/** Checks for a code of the authenticator app; all others are recovery codes. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code.replace(/\s/g, ""));
}

/**
 * Completes a login by its second factor: an app code or a recovery code, each usable once. Refuses with M313, with M71
 * after 5 codes in 15 minutes, and with M13 for a suspended account.
 */
export async function proveSecondFactor(given: { pending: PendingLogin; code: string; now: Date }): Promise<Account> {
  const { pending, code, now } = given;
  const { userId } = pending;
  await countFactorAttempt(userId);
  await transaction(async (tx) => {
    if (isAppCode(code)) await takeTotpCode(tx, { userId, code: code.replace(/\s/g, ""), now });
    else if (!(await takeRecoveryCode(tx, { userId, code, now }))) throw new Refusal(M.wrongFactorCode);
  });
  await forgetFactorAttempts(userId);
  const [row] = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from user_account u ${AT_HOME}
     where u.id = $1 and u.state <> 'closed'`,
    [userId],
  );
  if (!row) throw new Refusal(M.wrongCredentials);
  if (row.state === "suspended") throw new Refusal(M.suspended);
  await noteLogin({ userId, now });
  return toAccount(row);
}
