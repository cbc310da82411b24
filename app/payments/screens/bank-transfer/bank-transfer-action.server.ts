import { z } from "zod";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { settleCountry } from "~/accounts/settle-country.server";
import { issueInvoice } from "~/payments/inside/bank/issue-invoice.server";
import { M } from "~/payments/messages";
import { isWithin, amountFault } from "~/payments/top-up-limits";
import { isCountry } from "~/platform/countries.server";
import type { Viewer } from "~/platform/http/access.server";
import { formAction, onForm } from "~/platform/http/form.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { Refusal } from "~/platform/refusal";
import { typedCents } from "~/platform/typed-dollars";

const PATH = "/billing/bank-transfer";
/** The least and the most of an invoice, in dollars; its terms may allow less. */
const DOLLARS = { min: 5, max: 1_000_000 } as const;
const AMOUNT = "The amount must be between $5 and $1,000,000.";

const Issue = z.object({
  invoice_id: z.guid(M.unreadable),
  amount: z.string().default(""),
  vat: z.string().default(""),
});
const Country = z.object({ country: z.string(M.countryRequired).refine(isCountry, M.countryRequired) });

/** The forms of the screen: a country that is still unknown, and a new invoice. */
export async function bankTransferAction(args: RouteArgs, viewer: Viewer) {
  const { tenantId, userId } = viewer;
  return await formAction(args, {
    country: onForm(Country, async ({ country }) => {
      await settleCountry({ tenantId, country });
      return { to: PATH, notice: "Your country is saved." };
    }),
    issue: onForm(Issue, async ({ invoice_id: invoiceId, amount, vat: shownVat }, { now }) => {
      requireConfirmed(viewer);
      const cents = typedCents(amount);
      if (cents === null || !isWithin(cents, DOLLARS.min, DOLLARS.max))
        throw Refusal.ofField("amount", amountFault(amount, AMOUNT));
      const { number } = await issueInvoice({ invoiceId, tenantId, userId, cents, shownVat, now });
      return { to: `${PATH}?invoice=${invoiceId}`, notice: `Invoice ${number} is issued. It was also mailed to you.` };
    }),
  });
}
