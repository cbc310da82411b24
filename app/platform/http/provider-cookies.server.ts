import { z } from "zod";
import { signedCookie } from "./signed-cookie.server";

const LASTS_S = 600;
const Provider = z.enum(["google", "github", "openid"]);

const Begun = z.object({
  attempt: z.object({ provider: Provider, state: z.string(), nonce: z.string(), verifier: z.string() }),
  purpose: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("login"), redirectTo: z.string(), remember: z.boolean() }),
    z.object({ kind: z.literal("link"), userId: z.number() }),
  ]),
});
/** A login that this browser started at a provider, with its purpose. */
export type Begun = z.output<typeof Begun>;

const Waiting = z.object({
  label: z.string(),
  proven: z.object({
    provider: Provider,
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    emailVerified: z.boolean(),
    name: z.string(),
  }),
});

/** The login that a visitor began. The cookie holds it, since visitors have no rows (decision 0167). */
export const begunCookie = signedCookie("millrace_provider", "login at a provider", LASTS_S, (value) =>
  Begun.parse(value),
);

/** An external account that was proven and waits for the owner of its address to link it. */
export const waitingCookie = signedCookie("millrace_link", "account to be linked", LASTS_S, (value) =>
  Waiting.parse(value),
);
