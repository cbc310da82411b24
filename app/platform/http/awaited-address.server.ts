import { z } from "zod";
import { LASTS_MS } from "~/accounts/mail-links.server";
import { signedCookie } from "./signed-cookie.server";

const Awaited = z.object({
  email: z.string(),
  /** The path of ours that confirming leads back to, such as an order. */
  next: z.string().nullable().default(null),
});

/**
 * The address that a visitor registered and has not confirmed yet, for as long as its link works: visitors have no rows
 * (decision 0167).
 */
export const awaitedAddress = signedCookie(
  "millrace_registered",
  "registered address",
  LASTS_MS.confirm / 1000,
  (value) => Awaited.parse(value),
);
