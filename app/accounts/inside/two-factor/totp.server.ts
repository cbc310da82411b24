import { Secret, TOTP } from "otpauth";

const STEP_S = 30;
/** Phone clocks may be one step off. */
const WINDOW_STEPS = 1;
const ISSUER = "Millrace";

/** Creates a secret of 160 bits in base32, as authenticator apps expect it. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The content of the QR code. */
export function totpUri({ secret, email }: { secret: string; email: string }): string {
  return totpOf(secret, email).toString();
}

/** The time step of a 6-digit code, now or one step off; null for a wrong code. */
export function totpStepOf({ secret, code, now }: { secret: string; code: string; now: Date }): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_S) + delta;
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), digits: 6, period: STEP_S });
}
