import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { db, type Tx, transaction, violates } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { M } from "~/accounts/messages";
import { Refusal } from "~/platform/refusal";
import { holdSession } from "~/accounts/session.server";
import { mailIdentity } from "../identities/mail-identity.server";
import { MadePasskey, readCredential } from "./passkey-input";
import { passkeyName } from "./passkey-name";
import { CHALLENGE_MS, type RelyingParty, userHandle } from "~/accounts/relying-party";

export const PASSKEYS_MAX = 10;

interface Given {
  userId: number;
  sessionId: string;
  party: RelyingParty;
  now: Date;
}

/**
 * The options from which the browser makes a passkey; its challenge belongs to the session. Refuses an eleventh (M189).
 */
export async function beginPasskey(given: Given & { email: string; name: string }) {
  const { userId, sessionId, party, email, name, now } = given;
  const held = await db.query<{ id: string; transports: string[] }>(
    `select credential_id as id, transports from passkey where user_id = $1`,
    [userId],
  );
  if (held.length >= PASSKEYS_MAX) throw new Refusal(M.tooManyPasskeys);
  const options: PublicKeyCredentialCreationOptionsJSON = await generateRegistrationOptions({
    ...{ rpName: "Millrace", rpID: party.rpID, timeout: CHALLENGE_MS, attestationType: "none" },
    ...{ userID: Buffer.from(userHandle(userId), "base64url"), userName: email, userDisplayName: name },
    excludeCredentials: held,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await db.query(`update session set passkey_challenge = $2, passkey_challenge_at = $3 where id = $1`, [
    ...[sessionId, options.challenge, now],
  ]);
  return options;
}

/**
 * Adds a passkey as a login method and mails the owner. The session has asked for the password, and its challenge is
 * used once. Refuses an invalid passkey (M188), an eleventh (M189), and an invalid name.
 */
export async function addPasskey(
  given: Given & { name: string; credential: string; requestId: string },
): Promise<void> {
  const { userId, sessionId, requestId, now } = given;
  const name = passkeyName(given.name);
  const challenge = await takeChallenge(sessionId, now);
  const made = await verify(readCredential(MadePasskey, given.credential), challenge, given.party);
  if (!made) throw new Refusal(M.passkeyNotAdded);
  const { credential, credentialBackedUp } = made;
  try {
    await transaction(async (tx) => {
      await holdSession(tx, { userId, sessionId });
      await requireUnderLimit(tx, userId);
      await tx.query(
        `insert into passkey (user_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          ...[userId, credential.id, Buffer.from(credential.publicKey), credential.counter],
          ...[credential.transports ?? [], name, credentialBackedUp, now],
        ],
      );
      await mailIdentity(tx, { userId, change: "added", what: `the passkey ${name}`, now });
      const audit = { userId, action: "passkey.add", target: `user:${userId}`, after: { name } };
      await writeAudit({ ...audit, requestId, now }, tx);
    });
  } catch (error) {
    if (violates(error, "passkey_credential_id_key")) throw new Refusal(M.passkeyNotAdded);
    throw error;
  }
}

/** Counts under the lock of the user, so that the second of two concurrent additions sees the first. */
async function requireUnderLimit(tx: Tx, userId: number): Promise<void> {
  const [held] = await tx.query<{ count: number }>(`select count(*)::int as count from passkey where user_id = $1`, [
    userId,
  ]);
  if ((held?.count ?? 0) >= PASSKEYS_MAX) throw new Refusal(M.tooManyPasskeys);
}

/** Removes and returns the session's challenge: only one concurrent call gets it. */
async function takeChallenge(sessionId: string, now: Date): Promise<string | null> {
  const [row] = await db.query<{ challenge: string | null; at: Date | null }>(
    `update session s set passkey_challenge = null, passkey_challenge_at = null
     from (select id, passkey_challenge, passkey_challenge_at from session where id = $1 for update) was
     where s.id = was.id and was.passkey_challenge is not null
     returning was.passkey_challenge as challenge, was.passkey_challenge_at as at`,
    [sessionId],
  );
  return row?.at && now.getTime() - row.at.getTime() < CHALLENGE_MS ? row.challenge : null;
}

async function verify(
  response: RegistrationResponseJSON | null,
  expectedChallenge: string | null,
  { rpID, origin }: RelyingParty,
) {
  if (!response || expectedChallenge === null) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...{ response, expectedChallenge, expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true },
    });
    return verified ? registrationInfo : null;
  } catch {
    // The library throws for dozens of faults; the sender gets the same answer for all.
    return null;
  }
}
