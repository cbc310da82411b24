/**
 * The name that authenticators bind a passkey to, and the origin of our pages. A passkey made for another site does not
 * work here.
 */
export interface RelyingParty {
  rpID: string;
  origin: string;
}

/** Time that a browser has to sign a challenge. */
export const CHALLENGE_MS = 5 * 60_000;

/** Identifies the owner in the authenticator without name or address. */
export function userHandle(userId: number): string {
  return Buffer.from(`millrace:${userId}`).toString("base64url");
}
