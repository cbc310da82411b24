/** The name that authenticators hold a passkey to, and where our pages are: one made for another site is worth nothing here. */
export interface RelyingParty {
  rpID: string;
  origin: string;
}

/** How long a browser has to sign a challenge. */
export const CHALLENGE_MS = 5 * 60_000;

/** What an authenticator keeps beside a passkey, to say whose it is: no name and no address. */
export function userHandle(userId: number): string {
  return Buffer.from(`millrace:${userId}`).toString("base64url");
}
