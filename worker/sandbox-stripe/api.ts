import { balanceTransactions } from "./resources/balance";
import { charges } from "./resources/charges";
import { checkoutSessions } from "./resources/checkout-sessions";
import { customers } from "./resources/customers";
import { disputes } from "./resources/disputes";
import { events, webhookEndpoints } from "./resources/events";
import { paymentIntents } from "./resources/payment-intents";
import { paymentMethods } from "./resources/payment-methods";
import { refunds } from "./resources/refunds";
import { setupIntents } from "./resources/setup-intents";
import { taxIds } from "./resources/tax-ids";
import type { Runs } from "./wire/operation";

/** What the sandbox does for each operation of the specification, by the operation's id. */
export const api: Runs = {
  ...balanceTransactions,
  ...charges,
  ...checkoutSessions,
  ...customers,
  ...disputes,
  ...events,
  ...paymentIntents,
  ...paymentMethods,
  ...refunds,
  ...setupIntents,
  ...taxIds,
  ...webhookEndpoints,
};
