import { redirect } from "@remix-run/node";
import { z } from "zod";
import { refuseHidden } from "~/platform/refuse-hidden";
import { M } from "~/payments/messages";
import { onTo } from "~/platform/own-path";
import { cancelTopUp } from "~/payments/inside/cancel-top-up.server";
import { returnPath } from "~/payments/inside/ask-charge.server";
import { confirmTopUp } from "~/payments/inside/confirm-top-up.server";
import { type TopUpOutcome, topUpAtProvider, topUpFromCard } from "~/payments/inside/start-top-up.server";
import { readAmount } from "~/payments/top-up-limits";
import { Refusal } from "~/platform/refusal";
import { isCountry } from "~/platform/countries.server";
import { requireConfirmed } from "~/accounts/require-confirmed";
import { settleCountry } from "~/accounts/settle-country.server";
import type { Viewer } from "~/platform/http/access.server";
import { type FormContext, formAction, onForm } from "~/platform/http/form.server";
import { orderCookie } from "~/platform/http/order-cookie.server";
import { orderIn } from "~/platform/http/redirect-target";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { chosenAmount } from "../screens/add-funds/chosen-amount";
import { NEW_CARD } from "../screens/add-funds/new-card";

const COUNTRY = z
  .string()
  .transform((code) => code.toUpperCase())
  .refine((code) => code === "" || isCountry(code), M.countryRequired)
  .default("");
const Country = z.object({ country: COUNTRY });

const Funds = z.object({
  topup_id: z.guid(M.unreadable),
  amount: z.string().default(""),
  preset: z.string().default(""),
  shown: z.string().default(""),
  payment_method: z.string().default(""),
  card_holder_name: z.string().trim().max(100, M.cardholderNameRequired).superRefine(refuseHidden).default(""),
  country: COUNTRY,
  /** The VAT that the form showed. */
  vat: z.string().optional(),
  save_card: z.literal("1").optional(),
});
type Funds = z.output<typeof Funds>;

export const PAID = "Your top-up has been added to your balance.";

const Goes = z.object({ topup_id: z.guid(M.unreadable) });

/**
 * The intents of the screen Add funds (2.5): a saved card, a card entered at the provider, and continuing at the bank.
 */
export async function addFunds(args: RouteArgs, viewer: Viewer) {
  const order = orderIn(args.request);
  const pay = (newCard: (given: Funds) => boolean) =>
    onForm(Funds, async (given, context) =>
      goOn(await start(given, newCard(given), viewer, context), { topupId: given.topup_id, order, now: context.now }),
    );
  return await formAction(args, {
    "": pay(({ payment_method: method }) => method === NEW_CARD),
    hosted: pay(() => true),
    country: onForm(Country, async ({ country }) => {
      await settleCountry({ tenantId: viewer.tenantId, country });
      return { to: onTo("/billing/add-funds", order), notice: "Your country is saved." };
    }),
    cancel: cancelForm(viewer, order),
    confirm: onForm(Goes, async ({ topup_id: topupId }, { now }) =>
      goOn(await confirmTopUp({ topupId, tenantId: viewer.tenantId, now }), { topupId, order, now }),
    ),
  });
}

/** Cancels a top-up that waits for its customer, who returns to their order. */
export function cancelForm({ tenantId }: Viewer, order: string | null = null) {
  return onForm(Goes, async ({ topup_id: topupId }, { now }) => {
    const { paid } = await cancelTopUp({ topupId, tenantId, now });
    const notice = paid
      ? "This top-up was already paid. It is in your balance."
      : "The top-up is cancelled. Nothing was charged.";
    return { to: order ?? "/billing", notice };
  });
}

async function start(given: Funds, newCard: boolean, viewer: Viewer, { now }: FormContext): Promise<TopUpOutcome> {
  requireConfirmed(viewer);
  const { tenantId } = viewer;
  const asked = {
    tenantId,
    now,
    topupId: given.topup_id,
    cents: readAmount(chosenAmount(given)),
    cardHolderName: given.card_holder_name,
    shownVat: given.vat,
  };
  if (!newCard && given.payment_method === "") throw Refusal.ofField("payment_method", M.cardRequired);
  if (newCard && given.card_holder_name === "") throw Refusal.ofField("card_holder_name", M.cardholderNameRequired);
  await settleCountry({ tenantId, country: given.country });
  return newCard
    ? await topUpAtProvider({ ...asked, userId: viewer.userId, saveCard: given.save_card === "1" })
    : await topUpFromCard({ ...asked, pmId: given.payment_method });
}

interface Paying {
  topupId: string;
  /** The path of the order that it pays for. */
  order: string | null;
  now: Date;
}

/** Returns the next page after the form: the provider's, the bank's, or its order. */
function goOn(outcome: TopUpOutcome, { topupId, order, now }: Paying) {
  const headers = new Headers(order ? { "Set-Cookie": orderCookie.keep({ topupId, order }, now) } : {});
  if (outcome.kind === "provider") return redirect(outcome.to, { status: 303, headers });
  if (outcome.kind === "confirm") return { to: outcome.to, headers };
  if (outcome.kind === "settled") return { to: order ?? "/billing", notice: PAID };
  // Its page checks again at the provider and links back.
  if (order) return { to: onTo(returnPath(topupId), order) };
  const notice = "The card payment provider has not answered yet. Your top-up is shown as Pending until it does.";
  return { to: "/billing", notice };
}
