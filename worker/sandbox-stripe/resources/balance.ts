import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { page } from "../wire/list";
import { run, type Runs } from "../wire/operation";
import type Stripe from "stripe";

const AVAILABLE_AFTER_SECONDS = 2 * 24 * 3600;

/** Books a movement of the account's money, in cents; the fee is what Stripe keeps. */
export function book(
  sandbox: Sandbox,
  given: {
    type: Kinds["balance_transaction"]["type"];
    category: string;
    amount: number;
    fee?: number;
    currency: string;
    source: string;
    description?: string | null;
  },
): Kinds["balance_transaction"] {
  const { type, category, amount, fee = 0, currency, source, description = null } = given;
  const created = sandbox.clock.now();
  const details = {
    amount: fee,
    application: null,
    currency,
    description: "Stripe processing fees",
    type: "stripe_fee",
  };
  return sandbox.add("balance_transaction", {
    amount,
    fee,
    net: amount - fee,
    currency,
    source,
    description,
    type,
    created,
    available_on: created + AVAILABLE_AFTER_SECONDS,
    balance_type: "payments",
    fee_details: fee === 0 ? [] : [details],
    reporting_category: category,
    status: "available",
  });
}

export const balanceTransactions: Runs = {
  "BalanceTransactions.list": run<Stripe.BalanceTransactionListParams>(({ store }, params) => {
    const wanted = store
      .all("balance_transaction")
      .filter(({ type }) => params.type === undefined || type === params.type)
      .filter(({ source }) => params.source === undefined || source === params.source)
      .filter(({ currency }) => params.currency === undefined || currency === params.currency);
    return page(wanted, params, "/v1/balance_transactions");
  }),
};
