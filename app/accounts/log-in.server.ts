import { db } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, AT_HOME, toAccount } from "./account.server";
import { isPassword } from "./inside/hash-password.server";
import { countAttempt, forgetAttempt } from "./inside/login-limits.server";

/**
 * Finds the account of an email and password. Refuses with M70 in constant time, known email or not; with M71 after too
 * many attempts; and with M13 for a suspended account.
 */
export async function logIn(given: { email: string; password: string; ip: string; now: Date }): Promise<Account> {
  const attempt = { email: given.email.trim().toLowerCase(), ip: given.ip };
  await countAttempt(attempt);
  const [row] = await db.query<AccountRow & { password_hash: string | null }>(
    `select ${ACCOUNT_COLUMNS}, u.password_hash from user_account u ${AT_HOME}
     where u.email = $1 and u.state <> 'closed'`,
    [attempt.email],
  );
  const isRight = await isPassword(row?.password_hash ?? null, given.password);
  if (!isRight || !row) throw new Refusal(M.wrongCredentials);
  await forgetAttempt(attempt);
  if (row.state === "suspended") throw new Refusal(M.suspended);
  if (!row.two_factor) await noteLogin({ userId: row.user_id, now: given.now });
  return toAccount(row);
}

/** Records a completed login, second factor included. */
export async function noteLogin({ userId, now }: { userId: number; now: Date }): Promise<void> {
  await db.query(`update user_account set last_login_at = $2 where id = $1`, [userId, now]);
}
