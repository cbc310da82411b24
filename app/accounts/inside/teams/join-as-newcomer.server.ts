import { type Tx, transaction, violates } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { utcMinute } from "~/platform/utc-moment";
import type { Account } from "~/accounts/account.server";
import { activate, ownerOf } from "../confirm-email.server";
import { insertWithUser } from "~/accounts/create-tenant.server";
import { findHeldAddress } from "~/platform/refuse-while-revertible.server";
import { hashPassword } from "../hash-password.server";
import { registerLimit } from "../mail-limits.server";
import type { JoinFields } from "../register-fields.server";
import { enter, findInvitation, type Joined, takeInvitation } from "./answer-invitation.server";

interface Newcomer {
  token: string;
  fields: JoinFields;
  ip: string;
  requestId: string;
  now: Date;
}

/**
 * Creates the account of an invited address and joins its team, all or nothing (16.4, decision 0251). The link confirms
 * the address like a reset link. An unconfirmed registration of the address is replaced: its password, sessions, keys
 * and second factor end. An address with an account must log in instead. @throws Refusal M08, M173, M262, M263.
 */
export async function joinAsNewcomer(given: Newcomer): Promise<Joined & { account: Account }> {
  const { token, fields, ip, now } = given;
  const invitation = await findInvitation({ token, now });
  if (!invitation) throw new Refusal(M.noSuchInvitation);
  if (invitation.hasAccount) throw new Refusal(M.invitedHasAccount);
  await registerLimit.consume(ip);
  const passwordHash = await hashPassword(fields.password);
  const join = () => transaction((tx) => write(tx, { ...given, email: invitation.email, passwordHash }));
  try {
    return await join();
  } catch (error) {
    // A concurrent registration is replaced.
    if (!violates(error, "user_account_email_key")) throw error;
    return await join();
  }
}

async function write(tx: Tx, given: Newcomer & { email: string; passwordHash: string }) {
  const { fields, email, passwordHash, now } = given;
  const row = await takeInvitation(tx, { ...given, guest: { email } });
  const userId = (await findUnconfirmed(tx, email)) ?? (await insertUser(tx, given));
  const link = { userId, email, name: fields.name, passwordHash, visitorId: null, contested: false };
  await activate(tx, { link, now });
  const joined = await enter(tx, row, { ...given, guest: { userId, email } });
  const account = await ownerOf(tx, userId);
  if (!account) throw new Error(`user ${userId} joined a team and cannot log in`);
  return { ...joined, account };
}

/** The user of an unconfirmed registration; null if the address is free. @throws Refusal M262, M263. */
async function findUnconfirmed(tx: Tx, email: string): Promise<number | null> {
  const [known] = await tx.query<{ id: number; state: string }>(
    `select id, state from user_account where email = $1 for update`,
    [email],
  );
  if (known?.state === "unverified") return known.id;
  if (known) throw new Refusal(M.invitedHasAccount);
  return null;
}

async function insertUser(tx: Tx, given: Newcomer & { email: string; passwordHash: string }): Promise<number> {
  const { fields, email, passwordHash, now } = given;
  const held = await findHeldAddress(tx, { email, now });
  if (held) throw new Refusal(M.formerAddressHeld({ at: utcMinute(held.backUntil) }));
  const user = { name: fields.name, email, role: "customer", state: "unverified", now } as const;
  return (await insertWithUser(tx, user, passwordHash)).userId;
}
