import { db, type Tx, transaction, violates } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, AT_HOME, toAccount } from "./account.server";
import { activate } from "./inside/confirm-email.server";
import { createTenant } from "./create-tenant.server";
import { isEmailAddress } from "./email-address";
import { noteLogin } from "./log-in.server";
import { registerLimit } from "./inside/mail-limits.server";
import { cleanName } from "./inside/identities/clean-name";
import { insertIdentity } from "./link-identity.server";
import { findHeldAddress } from "~/platform/refuse-while-revertible.server";
import { utcMinute } from "~/platform/utc-moment";
import type { Proven } from "./providers";

export const EMAIL_NOT_TOLD =
  "The provider did not share your email address. Allow it to, or register with a password.";
export const EMAIL_NOT_USABLE =
  "The email address from the provider cannot be used here. Register with another one and a password.";
export const EMAIL_NOT_VERIFIED =
  "The provider does not vouch for your email address. Confirm it there first, or register with a password.";

interface Given {
  proven: Proven;
  ip: string;
  now: Date;
}

/**
 * The account that logs in; or a notice that the address has an account, whose owner must link it with the password
 * first.
 */
export type IdentityLogin = { account: Account } | { mustLink: true };

/**
 * Logs in by a linked account, or registers a verified address that has no confirmed account yet. Suspension and
 * two-factor apply as after a password (6.10). Refuses with M13, M263, and an address that the provider does not share
 * or vouch for.
 */
export async function logInByIdentity(given: Given): Promise<IdentityLogin> {
  const { proven, ip, now } = given;
  const known = await findOwner(proven);
  if (known) return { account: await admit(known, proven, now) };
  const { email } = proven;
  if (email === null) throw new Refusal(EMAIL_NOT_TOLD);
  if (!proven.emailVerified) throw new Refusal(EMAIL_NOT_VERIFIED);
  const [taken] = await db.query<{ id: number; state: string }>(`select id, state from user_account where email = $1`, [
    email,
  ]);
  if (taken?.state === "unverified") await replaceRegistration(proven, { email, userId: taken.id, now });
  if (!taken) {
    if (!isEmailAddress(email)) throw new Refusal(EMAIL_NOT_USABLE);
    const held = await findHeldAddress(db, { email, now });
    if (held) throw new Refusal(M.formerAddressHeld({ at: utcMinute(held.backUntil) }));
    await registerLimit.consume(ip);
    await register(proven, email, now);
  }
  // The database let one of two concurrent logins through; both continue with it.
  const made = await findOwner(proven);
  return made ? { account: await admit(made, proven, now) } : { mustLink: true };
}

async function findOwner({ issuer, subject }: Proven): Promise<AccountRow | null> {
  const [row] = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from identity i join user_account u on u.id = i.user_id ${AT_HOME}
     where i.issuer = $1 and i.subject = $2 and u.state <> 'closed'`,
    [issuer, subject],
  );
  return row ?? null;
}

async function admit(row: AccountRow, { issuer, subject }: Proven, now: Date): Promise<Account> {
  if (row.state === "suspended") throw new Refusal(M.suspended);
  await db.query(`update identity set used_at = $3 where issuer = $1 and subject = $2`, [issuer, subject, now]);
  if (!row.two_factor) await noteLogin({ userId: row.user_id, now });
  return toAccount(row);
}

/**
 * Creates an account without a password; its address counts as confirmed (6.7). Null if a concurrent registration won.
 */
async function register(proven: Proven, email: string, now: Date): Promise<void> {
  const name = cleanName(proven.name, email);
  const user = { name, email, password: { hash: null }, role: "customer", state: "unverified", now } as const;
  try {
    await createTenant(user, (tx, { userId }) => admitFirst(tx, proven, { email, userId, now }));
  } catch (error) {
    const lost = violates(error, "user_account_email_key") || violates(error, "identity_issuer_subject_key");
    if (!lost) throw error;
  }
}

interface Newcomer {
  email: string;
  userId: number;
  now: Date;
}

/**
 * Gives an unconfirmed registration to the person for whom the provider vouches, without its password: somebody else
 * may have registered the address (decision 0493). Does nothing if it was confirmed meanwhile.
 */
async function replaceRegistration(proven: Proven, given: Newcomer): Promise<void> {
  await transaction(async (tx) => {
    const replaced = await tx.query(
      `update user_account set password_hash = null, contested = true where id = $1 and email = $2 and state = 'unverified'
       returning 1`,
      [given.userId, given.email],
    );
    if (replaced.length > 0) await admitFirst(tx, proven, given);
  });
}

/** Activates the account of an address for which the provider vouches, then links the two. */
async function admitFirst(tx: Tx, proven: Proven, { email, userId, now }: Newcomer): Promise<void> {
  const name = cleanName(proven.name, email);
  const link = { userId, email, name, passwordHash: null, visitorId: null, contested: false };
  await activate(tx, { link, now });
  await insertIdentity(tx, { userId, proven, now });
}
