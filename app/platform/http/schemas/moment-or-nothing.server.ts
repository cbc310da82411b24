import { z } from "zod";
import { utcMoment } from "~/platform/utc-moment";

const TIME = "A time like 2026-12-31 23:59, or nothing.";

/** A date and time in UTC; null for an empty field. */
export const momentOrNothing = z
  .string()
  .default("")
  .refine((typed) => typed === "" || utcMoment(typed) !== null, TIME)
  .transform((typed) => (typed === "" ? null : utcMoment(typed)));
