import { z } from "zod";
import { isCountry } from "~/platform/countries.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import { requestIdOf, type RouteArgs } from "~/platform/http/request-facts.server";
import { refuseHidden } from "~/platform/refuse-hidden";
import { addVatRate, setSeller, withdrawVatRate } from "~/payments/inside/vat/vat-settings.server";
import { M } from "~/payments/messages";
import { percentText } from "~/payments/vat";

const text = (most: number) => z.string().trim().max(most, M.unreadable).superRefine(refuseHidden).default("");
const country = z.string(M.countryRequired).refine(isCountry, M.countryRequired);

const LINES = z
  .string()
  .max(500, M.unreadable)
  .transform((lines) => lines.replaceAll("\r", "").trim())
  .superRefine((lines, context) => lines.split("\n").forEach((line) => refuseHidden(line, context)))
  .default("");

const Seller = z.object({
  name: text(100),
  address: LINES,
  country: z
    .string()
    .refine((code) => code === "" || isCountry(code), M.countryRequired)
    .default(""),
  vat_number: text(40),
  charges_vat: z.literal("1").optional(),
  bank_details: LINES,
});
const Day = z.iso.date("Choose a day.");
const Rate = z.object({
  country,
  percent: z
    .string(M.vatPercent)
    .trim()
    .regex(/^\d{1,2}([.,]\d{1,2})?$/, M.vatPercent)
    .transform((typed) => Math.round(Number(typed.replace(",", ".")) * 100))
    .refine((bp) => bp <= 5000, M.vatPercent),
  from: Day,
});
const Withdrawn = z.object({ country, from: Day });

/** The forms of the screen. The caller has checked that the viewer is an admin. */
export async function vatAction(args: RouteArgs, { userId }: Viewer) {
  const by = { userId, requestId: requestIdOf(args) };
  return await formAction(args, {
    seller: onForm(
      Seller,
      async ({ vat_number: vatNumber, charges_vat: charges, bank_details: bankDetails, ...seller }, { now }) => {
        await setSeller({ ...seller, bankDetails, vatNumber, chargesVat: charges === "1", ...by, now });
        return { notice: charges ? "Saved. VAT is charged on payments from now on." : "Saved. No VAT is charged." };
      },
    ),
    rate: onForm(Rate, async ({ country, percent, from }, { now }) => {
      await addVatRate({ country, rateBp: percent, from, ...by, now });
      return { notice: `The rate of ${country} is ${percentText(percent)} from ${from} on.` };
    }),
    withdraw: onForm(Withdrawn, async ({ country, from }, { now }) => {
      await withdrawVatRate({ country, from, ...by, now });
      return { notice: "The planned rate is withdrawn." };
    }),
  });
}
