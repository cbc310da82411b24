import { db, transaction } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, toAccount } from "../account.server";
import { countFactorAttempt, forgetFactorAttempts } from "../login-limits.server";
import { noteLogin } from "../log-in.server";
import { takeRecoveryCode } from "./recovery-codes.server";
import { takeTotpCode } from "./two-factor.server";

const LASTS_MS = 10 * 60_000;

export interface PendingLogin {
  userId: number;
  remember: boolean;
  redirectTo: string;
}

/** Keeps, at the anonymous session, that its password was right and that the second factor is awaited. */
export async function keepPendingLogin(given: PendingLogin & { sessionId: string; now: Date }): Promise<void> {
  const { sessionId, userId, remember, redirectTo, now } = given;
  await db.query(
    `insert into pending_login (session_id, user_id, remember, redirect_to, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (session_id) do update set user_id = excluded.user_id, remember = excluded.remember,
       redirect_to = excluded.redirect_to, expires_at = excluded.expires_at`,
    [sessionId, userId, remember, redirectTo, new Date(now.getTime() + LASTS_MS)],
  );
}

export async function findPendingLogin(given: { sessionId: string; now: Date }): Promise<PendingLogin | null> {
  const [pending] = await db.query<PendingLogin>(
    `select user_id as "userId", remember, redirect_to as "redirectTo" from pending_login
     where session_id = $1 and expires_at > $2`,
    [given.sessionId, given.now],
  );
  return pending ?? null;
}

/**
 * Ends a login by its second factor: a code of the authenticator app or a recovery code, each usable once.
 * Refuses with M70, with M71 after 5 codes in 15 minutes, and with M13 when the account is suspended.
 */
export async function proveSecondFactor(given: { pending: PendingLogin; code: string; now: Date }): Promise<Account> {
  const { pending, code, now } = given;
  const { userId } = pending;
  await countFactorAttempt(userId);
  await transaction(async (tx) => {
    const digits = code.replace(/\s/g, "");
    if (/^\d{6}$/.test(digits)) await takeTotpCode(tx, { userId, code: digits, now });
    else if (!(await takeRecoveryCode(tx, { userId, code, now }))) throw new Refusal(M.wrongCredentials);
  });
  await forgetFactorAttempts(userId);
  const [row] = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from user_account u join tenant t on t.id = u.tenant_id
     where u.id = $1 and u.state <> 'closed'`,
    [userId],
  );
  if (!row) throw new Refusal(M.wrongCredentials);
  if (row.state === "suspended") throw new Refusal(M.suspended);
  await noteLogin({ userId, now });
  return toAccount(row);
}
