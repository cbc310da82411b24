import { balanceTransactions } from "./resources/balance";
import { prices, products } from "./resources/catalog";
import { checkoutSessions } from "./resources/checkout-sessions";
import { coupons } from "./resources/coupons";
import { customers } from "./resources/customers";
import { disputes } from "./resources/disputes";
import { events } from "./resources/events";
import { invoiceItems } from "./resources/invoice-items";
import { invoices } from "./resources/invoices";
import { meters } from "./resources/meters";
import { paymentIntents } from "./resources/payment-intents";
import { paymentMethods } from "./resources/payment-methods";
import { refunds } from "./resources/refunds";
import { setupIntents } from "./resources/setup-intents";
import { subscriptions } from "./resources/subscriptions";
import type { Runs } from "./wire/operation";

/** The implementation of each operation of the specification, by its id. */
export const api: Runs = {
  ...balanceTransactions,
  ...prices,
  ...products,
  ...checkoutSessions,
  ...coupons,
  ...customers,
  ...disputes,
  ...events,
  ...invoiceItems,
  ...invoices,
  ...meters,
  ...paymentIntents,
  ...paymentMethods,
  ...refunds,
  ...setupIntents,
  ...subscriptions,
};
