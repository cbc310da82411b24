import type Stripe from "stripe";
import { idOf } from "../wire/id-of";
import { page } from "../wire/list";
import { metadata } from "../wire/metadata";
import { run, type Runs } from "../wire/operation";

/** What invoices take before the card: negative is the customer's money. */
export const customerBalance: Runs = {
  "Customers.createBalanceTransaction": run<Stripe.CustomerCreateBalanceTransactionParams>(
    (sandbox, params, { id }) => {
      const customer = sandbox.store.need("customer", id);
      const ending_balance = customer.balance + params.amount;
      sandbox.store.change(customer, { balance: ending_balance });
      return sandbox.add("customer_balance_transaction", {
        amount: params.amount,
        currency: params.currency,
        customer: id,
        ending_balance,
        description: params.description ?? null,
        metadata: metadata(params.metadata),
        type: "adjustment",
      });
    },
  ),

  "Customers.listBalanceTransactions": run<Stripe.CustomerListBalanceTransactionsParams>(
    ({ store }, params, { id }) => {
      store.need("customer", id);
      const owned = store.all("customer_balance_transaction").filter(({ customer }) => idOf(customer) === id);
      return page(owned, params, `/v1/customers/${id}/balance_transactions`);
    },
  ),
};
