import { type Tx, transaction, violates } from "~/platform/db.server";
import { formerAddressMail } from "./email-change/mails";
import { findHeldAddress } from "~/platform/refuse-while-revertible.server";
import { createTenant } from "../create-tenant.server";
import { hashPassword } from "./hash-password.server";
import { mailConfirmLink } from "./mail-confirm-link.server";
import { mailKnownAddress } from "./mail-known-address.server";
import { registerLimit } from "./mail-limits.server";
import { queueMail } from "~/platform/queue-mail.server";
import type { RegisterFields } from "./register-fields.server";

const HOUR_MS = 3_600_000;

interface Known {
  id: number;
  state: string;
}

interface Registration {
  fields: RegisterFields;
  ip: string;
  /** Browser that registers; opening the link there logs in. Null for a logged-in user. */
  visitorId: string | null;
  /** The path that confirming leads back to, for example an order or an invitation. */
  next?: string | null;
  now: Date;
}

/**
 * Registers a user who still has to confirm the address (6.7). A known address changes nothing and its owner gets a
 * mail; the answer is the same. Refuses with M08 after 10 an hour from one address.
 */
export async function registerUser(given: Registration): Promise<void> {
  const { fields, ip, visitorId, next = null, now } = given;
  await registerLimit.consume(ip);
  const { name, email, source, source_text } = fields;
  const hash = await hashPassword(fields.password);
  const mailKnown = () => transaction((tx) => mailOwner(tx, { name, email, hash, visitorId, next, now }));
  if (await mailKnown()) return;
  const sourceText = source === "other" ? source_text.toLowerCase() : "";
  const password = { hash };
  try {
    await createTenant(
      { name, email, password, role: "customer", state: "unverified", source, sourceText, now },
      (tx, { userId }) => mailConfirmLink(tx, { userId, email, name, passwordHash: hash, visitorId, next, now }),
    );
  } catch (error) {
    // The database let one of two concurrent registrations through.
    if (!violates(error, "user_account_email_key")) throw error;
    await mailKnown();
  }
}

/**
 * Mails the owner of a known address. If the address is unconfirmed, the mail holds a link that confirms this
 * registration and asks for its password. Registering an address without owning it therefore gains nothing.
 */
async function mailOwner(
  tx: Tx,
  given: { name: string; email: string; hash: string } & Required<Pick<Registration, "visitorId" | "next" | "now">>,
): Promise<boolean> {
  const { name, email, hash, visitorId, next, now } = given;
  const [known] = await tx.query<Known>(`select id, state from user_account where email = $1`, [email]);
  if (!known) return await mailFormerOwner(tx, { email, now });
  if (known.state === "unverified") {
    await tx.query(`update user_account set contested = true where id = $1`, [known.id]);
    await mailConfirmLink(tx, { userId: known.id, email, name, passwordHash: hash, visitorId, next, now });
  } else {
    await mailKnownAddress(tx, { userId: known.id, email, once: Math.floor(now.getTime() / HOUR_MS) });
  }
  return true;
}

/**
 * Mails a former owner. An address that its former account can still restore (6.8) cannot be registered; the mail names
 * the date.
 */
async function mailFormerOwner(tx: Tx, { email, now }: { email: string; now: Date }): Promise<boolean> {
  const held = await findHeldAddress(tx, { email, now });
  if (!held) return false;
  const cause = `former-address:${held.changeId}:${Math.floor(now.getTime() / HOUR_MS)}`;
  await queueMail(tx, { to: email, ...formerAddressMail({ until: held.backUntil }), cause });
  return true;
}
