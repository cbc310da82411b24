import { z } from "zod";
import { CHALLENGE_MS } from "~/accounts/relying-party";
import { signedCookie } from "./signed-cookie.server";

const Begun = z.object({ challenge: z.string(), at: z.number() });

/**
 * The passkey challenge that a visitor's browser must sign. The cookie holds it, since visitors have no rows
 * (decision 0167).
 */
export const challengeCookie = signedCookie("millrace_passkey", "passkey challenge", CHALLENGE_MS / 1000, (value) =>
  Begun.parse(value),
);
