import { type Tx, transaction } from "~/platform/db.server";
import { touchBalances } from "~/money/touch-balances.server";
import { applyPayment, preparePayment } from "./apply-payment.server";
import { askCharge } from "./inside/ask-charge.server";
import { lockTopUp, type TopUp } from "./lock-top-up.server";
import type { PaymentFacts } from "./inside/provider/payment-facts";
import { cancelPayment, expireSession, findPayment, readSession } from "./inside/provider/payments.server";
import { isPaid } from "./top-up-state";

const DAY_MS = 24 * 3_600_000;
/** The provider may forget an idempotency key after this, and would charge again. */
const KEY_LIFE_MS = DAY_MS;
/** Time that the customer has at the bank or on the provider's page (6.5). */
const ACTION_LIFE_MS = DAY_MS;

/**
 * Asks the provider for a top-up's outcome and applies it, for the return page and the job of open top-ups. Throws
 * ProviderSilent without an answer.
 */
export async function settleTopUp(topUp: TopUp, now: Date): Promise<void> {
  if (isPaid(topUp.state)) return;
  const tooOld = now.getTime() - topUp.createdAt.getTime() > ACTION_LIFE_MS;
  if (topUp.way === "new_card") return await settleSession(topUp, tooOld, now);
  if (topUp.paymentIntentId) return await settlePayment(topUp, topUp.paymentIntentId, tooOld, now);
  await settleUnanswered(topUp, now);
}

/** Closes the provider's page that the customer left unpaid, so that nothing is paid there later. */
export async function leaveTopUp(topUp: TopUp, now: Date): Promise<void> {
  if (topUp.way === "new_card" && topUp.state !== "failed") await settleSession(topUp, true, now);
}

/** Applies a payment's state at the provider, in its own transaction. */
async function settlePayment(topUp: TopUp, paymentIntentId: string, tooOld: boolean, now: Date): Promise<void> {
  await transaction(await preparePayment(paymentIntentId, now));
  if (!tooOld) return;
  const left = await transaction((tx) => lockTopUp(tx, topUp.topupId));
  if (left?.state !== "requires_action") return;
  const payment = await cancelPayment(paymentIntentId);
  await transaction(async (tx) => {
    if (payment) await applyPayment(tx, { payment, now });
  });
}

async function settleSession(topUp: TopUp, tooOld: boolean, now: Date): Promise<void> {
  const session = topUp.sessionId
    ? await (tooOld ? expireSession(topUp.sessionId) : readSession(topUp.sessionId))
    : null;
  if (session?.paymentIntentId)
    return await settlePayment(topUp, session.paymentIntentId, session.status === "expired", now);
  // Nobody can pay without a page; one that could not be created within a day is abandoned.
  if (session?.status === "expired" || (!session && tooOld)) await failTopUp(topUp);
}

/**
 * Settles a top-up whose request got no answer, or a fault that the provider repeats for its key: looks up the effect.
 * Without one it repeats the request while the provider remembers the key, and then fails.
 */
async function settleUnanswered(topUp: TopUp, now: Date): Promise<void> {
  const { createdAt } = topUp;
  const payment = await find(topUp);
  if (payment) await transaction((tx) => applyPayment(tx, { payment, now }));
  else if (now.getTime() - createdAt.getTime() < KEY_LIFE_MS) await askCharge(topUp, now);
  else await failTopUp(topUp);
}

/** Finds the payment. The request may have used a customer that was deleted later. */
async function find({ customerId, formerCustomerIds, topupId, createdAt }: TopUp): Promise<PaymentFacts | null> {
  const since = new Date(createdAt.getTime() - DAY_MS);
  for (const id of [customerId, ...formerCustomerIds]) {
    const payment = id ? await findPayment({ customerId: id, topupId, since }) : null;
    if (payment) return payment;
  }
  return null;
}

/** Fails an unpaid top-up; without its own message it keeps the provider's. */
export async function failTopUp(topUp: TopUp, message = ""): Promise<void> {
  await transaction(async (tx: Tx) => {
    await tx.query(
      `update top_up set state = 'failed', action_url = '', message = coalesce(nullif($3, ''), message)
       where topup_id = $1
         and state in ('created', 'requires_action') and payment_intent_id is not distinct from $2`,
      [topUp.topupId, topUp.paymentIntentId, message],
    );
    await touchBalances(tx, [topUp.tenantId]);
  });
}
