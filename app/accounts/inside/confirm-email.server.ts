import { type Tx, db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { asUnits, UNITS_PER_DOLLAR } from "~/money/units";
import { endEndpoints } from "~/accounts/switch-off.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { env } from "~/platform/env.server";
import { HAS_RIGHT } from "~/platform/staff-rights";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, AT_HOME, toAccount } from "../account.server";
import { LINK_ENDED, WRONG_PASSWORD } from "./account-texts";
import { isPassword } from "./hash-password.server";
import { lastingLimit } from "~/platform/lasting-limit.server";
import { tooManyAttempts } from "./login-limits.server";
import { findMailLink, type MailLink, takeMailLink } from "../mail-links.server";
import { makeApiKey } from "./api-keys/make-api-key.server";
import { endOtherSessions } from "../session.server";
import { endTwoFactor } from "../two-factor.server";
import { writeAudit } from "~/platform/write-audit.server";

interface Opened {
  token: string;
  /** Browser that opens the link. */
  visitorId: string | null;
  /** User who is logged in there. */
  userId: number | null;
  now: Date;
}

/**
 * Finds the address of a confirm link, whether the link asks for the password, and whether it is opened where the
 * address was registered, or where its user is logged in. Null for an invalid link.
 */
export async function findConfirmLink({ visitorId, userId, ...named }: Opened) {
  const link = await findMailLink(db, { kind: "confirm", ...named });
  if (!link) return null;
  const { email, contested } = link;
  const isHere = link.userId === userId || (visitorId !== null && link.visitorId === visitorId);
  return { email, askPassword: contested, isOwn: isHere && !contested };
}

interface Confirmation {
  token: string;
  password?: string;
  /** Browser that opens the link, without a login. */
  visitorId?: string | null;
  now: Date;
}

const guesses = lastingLimit({ prefix: "confirm", points: 10, durationS: 3600, refusal: tooManyAttempts });

/**
 * Confirms an address (6.7). Logs the owner in if the link is opened in the browser that registered; a forwarded link,
 * and an older one of a confirmed address, log nobody in. If the address was registered more than once, the link asks for the password of its own registration,
 * so that only its owner can use it. Refuses a used or expired link, and a wrong password.
 */
export async function confirmEmail(given: Confirmation): Promise<Account | null> {
  const { token, password = "", visitorId = null, now } = given;
  const found = await findMailLink(db, { kind: "confirm", token, now });
  if (found?.contested) {
    await guesses.consume(String(found.userId));
    if (!(await isPassword(found.passwordHash, password))) {
      throw Refusal.ofField("password", password === "" ? M.currentPasswordRequired : WRONG_PASSWORD);
    }
  }
  return await transaction(async (tx) => {
    const link = await takeMailLink(tx, { kind: "confirm", token, now });
    // A second registration arrived in between: the page then asks for the password.
    if (!link || link.contested !== found?.contested) throw new Refusal(LINK_ENDED);
    const confirmed = await activate(tx, { link, now });
    return confirmed && link.visitorId !== null && link.visitorId === visitorId ? await ownerOf(tx, link.userId) : null;
  });
}

/** The account that may log in at once; null if it needs a second factor. */
export async function ownerOf(tx: Tx, userId: number): Promise<Account | null> {
  const [row] = await tx.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from user_account u ${AT_HOME}
     where u.id = $1 and u.state = 'active'`,
    [userId],
  );
  return row && !row.two_factor ? toAccount(row) : null;
}

interface Owner {
  tenant_id: number;
  password_hash: string | null;
  contested: boolean;
}

/**
 * Activates an unverified user. If the link belongs to a later registration of the address, its name and password win,
 * and all access of the first one ends.
 * @returns false if the user was active before: a second link then only says so.
 */
export async function activate(tx: Tx, { link, now }: { link: MailLink; now: Date }): Promise<boolean> {
  const { userId, email, name, passwordHash } = link;
  const [owner] = await tx.query<Owner>(
    `select tenant_id, password_hash, contested from user_account where id = $1 and state = 'unverified' for update`,
    [userId],
  );
  if (!owner) return false;
  await tx.query(
    `update user_account set state = 'active', contested = false, name = coalesce($2, name),
       password_hash = coalesce($3, password_hash), updated_at = $4 where id = $1`,
    [userId, name, passwordHash, now],
  );
  if (owner.contested || (passwordHash !== null && passwordHash !== owner.password_hash)) {
    await endFormerRegistration(tx, { userId, tenantId: owner.tenant_id, now });
  }
  await giveWelcome(tx, { tenantId: owner.tenant_id, userId, now });
  if (email === env.FIRST_ADMIN_EMAIL?.toLowerCase()) await makeFirstAdmin(tx, userId, now);
  return true;
}

/** The idempotency key makes sure that each user gets it only once. */
async function giveWelcome(tx: Tx, given: { tenantId: number; userId: number; now: Date }): Promise<void> {
  if (env.WELCOME_CREDIT_DOLLARS === 0) return;
  const { tenantId, userId, now } = given;
  await addCredit(tx, {
    tenantId,
    from: "promo",
    kind: "coupon",
    key: `welcome:${userId}`,
    description: "Welcome credit",
    now,
    units: asUnits(BigInt(env.WELCOME_CREDIT_DOLLARS) * UNITS_PER_DOLLAR),
  });
}

/** Removes all access and text of a user who registered the address without owning it. */
async function endFormerRegistration(tx: Tx, given: { userId: number; tenantId: number; now: Date }): Promise<void> {
  const { userId, tenantId, now } = given;
  await endOtherSessions(tx, { userId, keep: null, now });
  await makeApiKey(tx, { userId, now });
  await tx.query(
    `update api_key set revoked_at = $2 where tenant_id = $1 and scope = 'named' and (revoked_at is null or revoked_at > $2)`,
    [tenantId, now],
  );
  await tx.query(`delete from device_login where user_id = $1`, [userId]);
  await tx.query(`delete from identity where user_id = $1`, [userId]);
  await tx.query(`delete from passkey where user_id = $1`, [userId]);
  await endEndpoints(tx, { tenantIds: [tenantId], error: "The address was confirmed by another registration." });
  await endTwoFactor(tx, { userId });
  await tx.query(`delete from ssh_key where user_id = $1`, [userId]);
  // What the former registration wrote stays a stranger's (22.2): staff's answers to the owner would go to its address.
  await tx.query(
    `update conversation c set user_id = null, email = coalesce(nullif(c.email, ''), u.email)
     from user_account u where u.id = $1 and c.user_id = u.id`,
    [userId],
  );
  await tx.query(
    `update tenant set display_name = '', company = '', tax = '', street = '', street2 = '', postal = '', city = '', country = '',
       region = '' where id = $1`,
    [tenantId],
  );
}

/**
 * Promotes the user with the verified address from the configuration to admin (3.1), while nobody manages staff: later
 * it may belong to somebody who lost the role, or whose account was closed.
 */
async function makeFirstAdmin(tx: Tx, userId: number, now: Date): Promise<void> {
  const made = await tx.query(
    `update user_account set role = 'admin' where id = $1 and not exists (
       select from user_account u where u.state = 'active' and ${HAS_RIGHT("staff.act")}) returning 1`,
    [userId],
  );
  if (made.length === 0) return;
  await writeAudit(
    {
      userId: null,
      action: "user.first-admin",
      target: `user:${userId}`,
      after: { role: "admin" },
      requestId: "",
      now,
    },
    tx,
  );
}
