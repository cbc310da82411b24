import { z } from "zod";
import { CHALLENGE_MS } from "~/accounts/relying-party";
import { signedCookie } from "./signed-cookie.server";

const Begun = z.object({ challenge: z.string(), at: z.number() });

/** What a visitor's browser is to sign with a passkey: nothing of visitors has a row (decision 0167). */
export const challengeCookie = signedCookie("millrace_passkey", "passkey challenge", CHALLENGE_MS / 1000, (value) =>
  Begun.parse(value),
);
