import { db } from "~/platform/db.server";
import type { Cents } from "~/money/units";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { ownUrl } from "~/platform/own-url.server";
import { askCharge, returnPath } from "./ask-charge.server";
import { insertTopUp } from "./insert-top-up.server";
import type { TopUp } from "../lock-top-up.server";
import type { ChargeResult } from "./provider/payment-facts";
import { startCheckout } from "./provider/payments.server";
import { ProviderRefusesKey } from "../stripe-client.server";
import { readTopUp } from "../read-top-up.server";
import { failTopUp, leaveTopUp } from "../settle-top-up.server";
import { isPaid } from "../top-up-state";
import { withCustomer } from "./with-customer.server";

/** The next step of a form about a top-up. */
export type TopUpOutcome =
  | { kind: "settled" | "pending" }
  /** The bank needs the customer; our page leads there. */
  | { kind: "confirm"; to: string }
  /** The provider's page. */
  | { kind: "provider"; to: string };

interface Asked {
  tenantId: number;
  /** Id from the page: the same form, sent twice, pays once. */
  topupId: string;
  cents: Cents;
  cardHolderName: string;
  shownVat?: string | undefined;
  now: Date;
}

/** Adds funds from a saved card (6.5). Refuses with M56, M60, and the provider's text if the card is declined (M58). */
export async function topUpFromCard(asked: Asked & { pmId: string }): Promise<TopUpOutcome> {
  await requireOwnCard(asked);
  const topUp = await insertTopUp({ ...asked, way: "saved_card" });
  if (topUp.way !== "saved_card") return await leaveFirst(topUp, asked);
  const result = topUp.state === "created" ? await charge(topUp, asked.now) : null;
  if (result?.kind === "declined") throw Refusal.ofField("payment_method", result.message);
  return await outcomeOf(asked);
}

/** Adds funds with a card entered on the provider's page; the answer leads there. */
export async function topUpAtProvider(asked: Asked & { saveCard: boolean; userId: number }): Promise<TopUpOutcome> {
  const topUp = await insertTopUp({ ...asked, way: "new_card" });
  if (topUp.state !== "created" || topUp.way !== "new_card") return await outcomeOf(asked);
  const session = await openCheckout(topUp, asked.userId);
  await db.query(
    `update top_up set session_id = $2, action_url = $3, asked_at = $4 where topup_id = $1 and state = 'created'`,
    [topUp.topupId, session.sessionId, session.url ?? "", asked.now],
  );
  // A closed or used page has no URL.
  return session.url ? { kind: "provider", to: session.url } : { kind: "pending" };
}

/**
 * Charges the card. If the provider refuses our key, the customer reads that nothing was or will be charged. This holds
 * only for a top-up's first request: the effect of an earlier, unanswered one is unknown.
 */
async function charge(topUp: TopUp, now: Date): Promise<ChargeResult | null> {
  try {
    return await askCharge(topUp, now);
  } catch (error) {
    if (!(error instanceof ProviderRefusesKey)) throw error;
    if (topUp.createdAt.getTime() !== now.getTime()) return null;
    await failTopUp(topUp);
    throw error;
  }
}

/**
 * Opens the checkout. Without an answer the page's URL is unknown, so nobody can pay there: the top-up ends at once.
 */
async function openCheckout(topUp: TopUp, userId: number) {
  const { topupId, tenantName, cents, vatCents, vat, saveCard } = topUp;
  try {
    // Either way the page asks the provider for the state; only the form there ends the top-up.
    const url = ownUrl(returnPath(topupId));
    const back = { success: url, cancel: url };
    return await withCustomer(topUp, ({ customerId }) =>
      startCheckout({ topupId, tenantName, cents, vatCents, vat, customerId, saveCard, userId, back }),
    );
  } catch (error) {
    await failTopUp(topUp);
    throw error;
  }
}

/** Closes the provider's page if this form led there before and the customer returned by the Back button. */
async function leaveFirst(topUp: TopUp, asked: Asked): Promise<TopUpOutcome> {
  await leaveTopUp(topUp, asked.now);
  const left = await readTopUp(asked);
  if (left?.state !== "failed") return await outcomeOf(asked);
  throw new Refusal("The payment page that was open has been closed, and nothing was charged. Send the form again.");
}

async function requireOwnCard({ tenantId, pmId }: { tenantId: number; pmId: string }): Promise<void> {
  const [card] = await db.query(`select from card where pm_id = $1 and tenant_id = $2 and removed_at is null`, [
    pmId,
    tenantId,
  ]);
  if (!card) throw Refusal.ofField("payment_method", pmId ? M.noSuchCard : M.cardRequired);
}

async function outcomeOf({ topupId, tenantId }: Asked): Promise<TopUpOutcome> {
  const topUp = await readTopUp({ topupId, tenantId });
  if (!topUp) throw new Refusal(M.notFound, { status: 404 });
  if (isPaid(topUp.state)) return { kind: "settled" };
  if (topUp.state === "failed") throw Refusal.ofField("payment_method", topUp.message || "Nothing was paid.");
  if (topUp.state === "requires_action") return { kind: "confirm", to: returnPath(topupId) };
  return topUp.sessionId && topUp.actionUrl ? { kind: "provider", to: topUp.actionUrl } : { kind: "pending" };
}
