import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { db, transaction } from "~/platform/db.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, AT_HOME, toAccount } from "~/accounts/account.server";
import { noteLogin } from "~/accounts/log-in.server";
import { countAddress, restoreAddress } from "../login-limits.server";
import { mailCopiedPasskey } from "./mail-copied-passkey.server";
import { readCredential, UsedPasskey } from "./passkey-input";
import { CHALLENGE_MS, type RelyingParty, userHandle } from "~/accounts/relying-party";

/** A challenge that a browser was given to sign, and its time. */
export interface PasskeyChallenge {
  challenge: string;
  at: number;
}

/** The challenge that a browser signs with any of its passkeys for this site, if it verifies the user. */
export async function beginPasskeyLogin({ rpID }: RelyingParty) {
  return await generateAuthenticationOptions({ rpID, userVerification: "required", timeout: CHALLENGE_MS });
}

interface Given {
  party: RelyingParty;
  /** Challenge of this browser; null without one, or if it expired. */
  begun: PasskeyChallenge | null;
  credential: string;
  ip: string;
  now: Date;
}

interface KeyRow {
  id: number;
  user_id: number;
  public_key: Buffer;
}

/**
 * The account that logs in with a passkey. The device checks its owner by fingerprint, face or PIN, so it counts as
 * both factors (6.11). Refuses with M187 for anything invalid, M71 after too many attempts from a network, and M13 for
 * a suspended account.
 */
export async function logInByPasskey(given: Given): Promise<Account> {
  const { party, begun, credential, ip, now } = given;
  await countAddress(ip);
  const proven = begun && (await prove({ text: credential, begun, party }));
  if (!proven) throw new Refusal(M.passkeyRefused);
  // Read before the signature is accepted: a passkey that is removed after that raises the login epoch.
  const [row] = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from user_account u ${AT_HOME} where u.id = $1 and u.state <> 'closed'`,
    [proven.key.user_id],
  );
  if (!row || !(await take({ ...proven, begun, now }))) throw new Refusal(M.passkeyRefused);
  await restoreAddress(ip);
  if (row.state === "suspended") throw new Refusal(M.suspended);
  await noteLogin({ userId: row.user_id, now });
  return toAccount(row);
}

interface Proven {
  key: KeyRow;
  counter: number;
  backedUp: boolean;
}

async function prove(given: { text: string; begun: PasskeyChallenge; party: RelyingParty }): Promise<Proven | null> {
  const read = readCredential(UsedPasskey, given.text);
  if (!read) return null;
  const [key] = await db.query<KeyRow>(`select id, user_id, public_key from passkey where credential_id = $1`, [
    read.id,
  ]);
  const { userHandle: handle, ...signed } = read.response;
  if (!key || (handle && handle !== userHandle(key.user_id))) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...read, response: signed },
      ...{ expectedChallenge: given.begun.challenge, requireUserVerification: true },
      ...{ expectedOrigin: given.party.origin, expectedRPID: given.party.rpID },
      // The former counter is compared in the statement that writes the new one.
      credential: { id: read.id, publicKey: new Uint8Array(key.public_key), counter: 0 },
    });
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo;
    return verified ? { key, counter, backedUp } : null;
  } catch {
    // The library throws for dozens of faults; the sender gets the same answer for all.
    return null;
  }
}

/**
 * Accepts a signature once. The database lets a passkey only move forward, in its challenges and its counter. A counter
 * that goes back means a copy, and the owner gets a mail.
 */
async function take({ key, counter, backedUp, begun, now }: Proven & { begun: PasskeyChallenge; now: Date }) {
  return await transaction(async (tx) => {
    const [held] = await tx.query<{ counter: number; challenge_at: Date | null; name: string }>(
      `select counter::float8 as counter, challenge_at, name from passkey where id = $1 for update`,
      [key.id],
    );
    if (!held || (held.challenge_at && held.challenge_at.getTime() >= begun.at)) return false;
    // A passkey without a counter sends 0 each time.
    const copied = (counter > 0 || held.counter > 0) && counter <= held.counter;
    await tx.query(
      `update passkey set challenge_at = $2, counter = $3, backed_up = $4, used_at = coalesce($5, used_at) where id = $1`,
      [key.id, new Date(begun.at), copied ? held.counter : counter, backedUp, copied ? null : now],
    );
    if (copied) await mailCopiedPasskey(tx, { passkeyId: key.id, userId: key.user_id, name: held.name, now });
    return !copied;
  });
}
