import { z } from "zod";

const MOST_DIGITS = 15;

/** A whole number in bounds, from a form (digits) or from JSON; anything else is refused with the message. */
export function wholeNumber(message: string, { from, to }: { from: number; to: number }) {
  return z
    .unknown()
    .refine((given) => isWhole(given) && Number(given) >= from && Number(given) <= to, message)
    .transform(Number)
    .meta({ type: "integer", minimum: from, maximum: to });
}

function isWhole(given: unknown): given is string | number {
  if (typeof given === "string") return given.length <= MOST_DIGITS && /^-?\d+$/.test(given);
  return typeof given === "number" && Number.isSafeInteger(given);
}
