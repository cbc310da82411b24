import { type Queryable, type Tx, db, prepared, transaction } from "~/platform/db.server";
import { command } from "~/platform/announce.server";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, toAccount } from "./account.server";
import { IS_OPEN } from "~/platform/team-open-sql";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { HAS_RIGHT } from "~/platform/staff-rights";
import { hashOfSecret, randomSecret } from "~/platform/secret.server";
import { stopWaiting } from "./stop-waiting.server";

const IDLE_MS = 12 * 3_600_000;
const REMEMBERED_MS = 30 * 86_400_000;
/** Least interval between two writes of a session's last use. */
const TOUCH_AFTER_MS = 60_000;

export interface Session {
  /** SHA-256 of the cookie's value. */
  sessionId: string;
  /** The page security token (0.6). */
  pageToken: string;
  remember: boolean;
  loginAt: Date;
  account: Account;
  /** True if a notice is waiting for its page. */
  hasFlash: boolean;
  /** The end of the time for which staff see this tenant's screens (16.12); null for everybody else. */
  viewUntil: Date | null;
}

interface NewSession {
  userId: number;
  /** The user's epoch at the proof of who they are; absent: not compared. */
  loginEpoch?: number;
  remember: boolean;
  ip: string;
  userAgent: string;
  now: Date;
}

interface SessionRow extends AccountRow {
  session_id: string;
  page_token: string;
  remember: boolean;
  login_at: Date;
  last_seen_at: Date;
  has_flash: boolean;
  view_until: Date | null;
}

/** SQL: at the time `$2` the session `s` of staff `u` sees a customer's screens (16.12). */
const IS_VIEW = `coalesce(s.view_until > $2 and ${HAS_RIGHT("customers.view")}, false)`;

/** Joins to `session s` its user, its tenant at the time `$2`, and the user's role there. */
export const WHERE_IT_IS = `join user_account u on u.id = s.user_id
  left join lateral (select m.tenant_id from member m
    where m.tenant_id = s.tenant_id and m.user_id = s.user_id and ${IS_OPEN}) there on true
  join lateral (
    select s.view_tenant_id as tenant_id, 'staff' as role where ${IS_VIEW}
    union all
    select m.tenant_id, m.role from member m
    where not ${IS_VIEW} and m.user_id = u.id and m.tenant_id = coalesce(there.tenant_id, u.tenant_id)) m on true
  join tenant t on t.id = m.tenant_id`;

/**
 * Finds the session of a cookie's value; null if it is unknown or has ended (0.5). It stays at the tenant it was
 * switched to while the user is a member there; otherwise it moves to their own (16.4).
 */
export async function findSession({ cookie, now }: { cookie: string; now: Date }): Promise<Session | null> {
  const [row] = await prepared.query<SessionRow>(
    `select s.id as session_id, s.page_token, s.remember, s.login_at, s.last_seen_at, s.flash is not null as has_flash,
       s.view_until, ${ACCOUNT_COLUMNS}
     from session s ${WHERE_IT_IS}
     where s.id = $1 and s.expires_at > $2`,
    [hashOfSecret(cookie), now],
  );
  if (!row || row.state === "closed") return null;
  if (now.getTime() - row.last_seen_at.getTime() > TOUCH_AFTER_MS) await touch(row, now);
  return {
    sessionId: row.session_id,
    pageToken: row.page_token,
    remember: row.remember,
    loginAt: row.login_at,
    hasFlash: row.has_flash,
    viewUntil: row.member_role === "staff" ? row.view_until : null,
    account: toAccount(row),
  };
}

/** Checks that a session found a moment ago is still open. */
export async function isSessionOpen({ sessionId }: { sessionId: string }, q: Queryable = db): Promise<boolean> {
  return (await q.query(`select from session where id = $1`, [sessionId])).length > 0;
}

/**
 * Holds a session until the commit that gives its user another login method. A password reset, a reverted change of
 * address or a logout may have ended it while the password was hashed or a provider answered. Locks the user first,
 * like all that ends sessions.
 * @throws Refusal M02.
 */
export async function holdSession(tx: Tx, { userId, sessionId }: { userId: number; sessionId: string }): Promise<void> {
  await tx.query(`select from user_account where id = $1 for update`, [userId]);
  if (!(await isSessionOpen({ sessionId }, tx))) throw new Refusal(M.notAllowed, { status: 403 });
}

/**
 * Starts a session at the tenant that its user last switched to; `cookie` goes to the browser and is not stored.
 * Reads the user `for share`: all that ends logins in progress locks the user first.
 * @throws Refusal M70 if the user's logins in progress were ended since the proof, or the account was suspended.
 */
export async function startSession(given: NewSession, q: Queryable = db) {
  const cookie = randomSecret();
  const pageToken = randomSecret();
  const started = await q.query(
    `insert into session (id, user_id, tenant_id, page_token, remember, ip, user_agent, created_at, login_at, last_seen_at, expires_at)
     select $1, id, last_tenant_id, $3, $4, $5, $6, $7, $7, $7, $8 from user_account
     where id = $2 and ($9::int is null or login_epoch = $9) and state not in ('suspended', 'closed') for share returning 1`,
    [
      hashOfSecret(cookie),
      given.userId,
      pageToken,
      given.remember,
      given.ip,
      given.userAgent.slice(0, 300),
      given.now,
      endOf(given.remember, given.now),
      given.loginEpoch ?? null,
    ],
  );
  if (started.length === 0) throw new Refusal(M.wrongCredentials);
  return { cookie, session: { sessionId: hashOfSecret(cookie), pageToken } };
}

/** Ends one session and closes its sockets (5.1). */
export async function endSession({ sessionId }: { sessionId: string }): Promise<void> {
  await transaction((tx) => endSessions(tx, "id = $1", [sessionId]));
}

/** Ends the user's other sessions, for example after a password change, and unused access that they opened (0.5). */
export async function endOtherSessions(
  tx: Tx,
  { userId, keep, now }: { userId: number; keep: string | null; now: Date },
): Promise<void> {
  await endHalfLogins(tx, { userId, now });
  await endSessions(tx, "user_id = $1 and id is distinct from $2", [userId, keep]);
}

/**
 * Ends logins that were proven and have no session yet, command-line logins that were allowed or denied, and a change
 * of address that waits: any session may have begun them.
 */
export async function endHalfLogins(tx: Tx, { userId, now }: { userId: number; now: Date }): Promise<void> {
  await tx.query(`update user_account set login_epoch = login_epoch + 1 where id = $1`, [userId]);
  await stopWaiting(tx, { userId, now });
  await tx.query(`delete from pending_login where user_id = $1`, [userId]);
  await tx.query(`delete from device_login where user_id = $1`, [userId]);
}

/** Ends a session of this user; false if it is not one of theirs. */
export async function endSessionOf(
  tx: Tx,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<boolean> {
  return await endSessions(tx, "user_id = $1 and id = $2", [userId, sessionId]);
}

/** Ends expired sessions and closes their sockets. */
export async function endOverdueSessions(tx: Tx, { now }: { now: Date }): Promise<void> {
  await endSessions(tx, "expires_at <= $1", [now]);
}

/** Ends these sessions; returns whether there were any. */
async function endSessions(tx: Tx, condition: string, values: unknown[]): Promise<boolean> {
  const ended = await tx.query<{ id: string }>(`delete from session where ${condition} returning id`, values);
  await command(
    tx,
    ended.map(({ id }) => ({ command: "session", key: id })),
  );
  return ended.length > 0;
}

/** Use extends a session of 12 idle hours; a session of 30 days ends with its cookie. */
async function touch(row: SessionRow, now: Date): Promise<void> {
  await db.query(
    `update session set last_seen_at = $2, expires_at = case when remember then expires_at else $3 end where id = $1`,
    [row.session_id, now, endOf(row.remember, now)],
  );
}

function endOf(remember: boolean, now: Date): Date {
  return new Date(now.getTime() + (remember ? REMEMBERED_MS : IDLE_MS));
}
