import { generateAuthenticationOptions, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { db, transaction } from "~/db.server";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { ACCOUNT_COLUMNS, type Account, type AccountRow, AT_HOME, toAccount } from "../account.server";
import { noteLogin } from "../log-in.server";
import { countAddress, giveBackAddress } from "../login-limits.server";
import { mailCopiedPasskey } from "./mail-copied-passkey.server";
import { readCredential, UsedPasskey } from "./passkey-input";
import { CHALLENGE_MS, type RelyingParty, userHandle } from "./relying-party";

/** What a browser was given to sign, and when. */
export interface PasskeyChallenge {
  challenge: string;
  at: number;
}

/** What a browser is to sign: any passkey that it has for us will do, if it checks who is there. */
export async function beginPasskeyLogin({ rpID }: RelyingParty) {
  return await generateAuthenticationOptions({ rpID, userVerification: "required", timeout: CHALLENGE_MS });
}

interface Given {
  party: RelyingParty;
  /** The one of this browser; null where it has none, or it is too old. */
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
 * Whose passkey it is. It checks its owner by finger, face or PIN, so it is both factors (6.11). Refuses with M187 whatever does
 * not hold, with M71 after too many attempts of a network, and with M13 where the account is suspended.
 */
export async function logInByPasskey(given: Given): Promise<Account> {
  const { party, begun, credential, ip, now } = given;
  await countAddress(ip);
  const proven = begun && (await prove({ text: credential, begun, party }));
  if (!proven || !(await take({ ...proven, begun, now }))) throw new Refusal(M.passkeyRefused);
  const [row] = await db.query<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from user_account u ${AT_HOME} where u.id = $1 and u.state <> 'closed'`,
    [proven.key.user_id],
  );
  if (!row) throw new Refusal(M.passkeyRefused);
  await giveBackAddress(ip);
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
      // What it counted before is compared where it is written.
      credential: { id: read.id, publicKey: new Uint8Array(key.public_key), counter: 0 },
    });
    const { newCounter: counter, credentialBackedUp: backedUp } = authenticationInfo;
    return verified ? { key, counter, backedUp } : null;
  } catch {
    // The library throws for each of a few dozen faults; whoever sent it is told the same of all.
    return null;
  }
}

/**
 * Takes a signature, once: the database lets each passkey go forward alone, in the challenges that it signed and in what it counts.
 * One that counts back was copied, which its owner is told.
 */
async function take({ key, counter, backedUp, begun, now }: Proven & { begun: PasskeyChallenge; now: Date }) {
  return await transaction(async (tx) => {
    const [held] = await tx.query<{ counter: number; challenge_at: Date | null; name: string }>(
      `select counter::float8 as counter, challenge_at, name from passkey where id = $1 for update`,
      [key.id],
    );
    if (!held || (held.challenge_at && held.challenge_at.getTime() >= begun.at)) return false;
    // Where it counts nothing it says 0 each time.
    const copied = (counter > 0 || held.counter > 0) && counter <= held.counter;
    await tx.query(
      `update passkey set challenge_at = $2, counter = $3, backed_up = $4, used_at = coalesce($5, used_at) where id = $1`,
      [key.id, new Date(begun.at), copied ? held.counter : counter, backedUp, copied ? null : now],
    );
    if (copied) await mailCopiedPasskey(tx, { passkeyId: key.id, userId: key.user_id, name: held.name, now });
    return !copied;
  });
}
