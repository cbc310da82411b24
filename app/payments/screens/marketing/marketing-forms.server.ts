import { z } from "zod";
import { DISCOUNT_DURATIONS, isCode, normaliseCode, PROMO_KINDS } from "~/payments/promo-code";
import { refuseHidden } from "~/platform/refuse-hidden";
import { M } from "~/payments/messages";
import { momentOrNothing } from "~/platform/http/schemas/moment-or-nothing.server";

const NAME = "A name has 1 to 80 characters.";
const CODE = "A code has 3 to 32 letters A to Z, digits or hyphens.";
const USES = "A whole number from 1 to 1000000, or nothing for no limit.";
const DAYS = "A whole number of days from 1 to 90.";
const VALUES = {
  balance_credit: { max: 100_000, text: "A whole number of cents from 1 to 100000." },
  trial_days: { max: 90, text: DAYS },
  percent_off: { max: 100, text: "A whole number of percent from 1 to 100." },
};
const VALUE = "A whole number.";

const text = z.string().default("");
const whole = (message: string, max: number) =>
  z
    .string(message)
    // Text that is not a number is not checked further.
    .regex(/^0*[1-9]\d{0,6}$/, { error: message, abort: true })
    .transform(Number)
    .refine((number) => number <= max, message);

/** Fields of the form 'New promo code' (9.3). */
export const NewPromo = z
  .object({
    name: text.refine((name) => name.length >= 1 && [...name].length <= 80, NAME).superRefine(refuseHidden),
    code: text.transform(normaliseCode).refine(isCode, CODE),
    kind: z.enum(PROMO_KINDS, M.unreadable),
    value: whole(VALUE, Number.MAX_SAFE_INTEGER),
    duration: z
      .string()
      .default("once")
      .refine((given) => DISCOUNT_DURATIONS.includes(given), M.unreadable),
    max_redemptions: whole(USES, 1_000_000).optional(),
    expires_at: momentOrNothing,
  })
  .refine(({ kind, value }) => value <= VALUES[kind].max, {
    path: ["value"],
    error: ({ input }) => VALUES[(input as { kind: keyof typeof VALUES }).kind].text,
  });

export const DisablePromo = z.object({ code: z.string(M.unreadable) });

export const GrantTrial = z.object({
  email: text.refine((email) => email !== "", M.noUserWithEmail),
  days: whole(DAYS, 90),
});
