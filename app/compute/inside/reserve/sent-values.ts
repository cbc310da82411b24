import { z } from "zod";
import { centsOf } from "~/compute/inside/tasks/own-end";

/** Whole numbers of JSON or of a form; anything else becomes NaN, which the rule of the field refuses in its words. */
export const whole = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((given) => {
    if (given === null || given === undefined || given === "") return undefined;
    return typeof given === "number" ? given : /^\d{1,9}$/.test(given.trim()) ? Number(given) : NaN;
  });

/** An amount in dollars with up to 2 decimals, as whole cents; anything else becomes NaN. */
export const dollars = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((given) => {
    if (given === null || given === undefined || given === "") return undefined;
    return centsOf(String(given)) ?? NaN;
  });

export const text = z
  .string()
  .nullish()
  .transform((given) => given?.normalize("NFC").trim() || undefined);

export const flag = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((given) => given === true || given === 1 || given === "1" || given === "on");
