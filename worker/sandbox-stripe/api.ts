import { balanceTransactions } from "./resources/balance";
import { billingPortal } from "./resources/billing-portal";
import { prices, products } from "./resources/catalog";
import { charges } from "./resources/charges";
import { checkoutSessions } from "./resources/checkout-sessions";
import { coupons, promotionCodes } from "./resources/coupons";
import { customerBalance } from "./resources/customer-balance";
import { customers } from "./resources/customers";
import { disputes } from "./resources/disputes";
import { events, webhookEndpoints } from "./resources/events";
import { invoiceItems } from "./resources/invoice-items";
import { invoices } from "./resources/invoices";
import { meters } from "./resources/meters";
import { paymentIntents } from "./resources/payment-intents";
import { paymentMethods } from "./resources/payment-methods";
import { refunds } from "./resources/refunds";
import { setupIntents } from "./resources/setup-intents";
import { subscriptions } from "./resources/subscriptions";
import { taxIds } from "./resources/tax-ids";
import { testClocks } from "./resources/test-clocks";
import type { Runs } from "./wire/operation";

/** What the sandbox does for each operation of the specification, by the operation's id. */
export const api: Runs = {
  ...balanceTransactions,
  ...billingPortal,
  ...prices,
  ...products,
  ...charges,
  ...checkoutSessions,
  ...coupons,
  ...promotionCodes,
  ...customerBalance,
  ...customers,
  ...disputes,
  ...events,
  ...webhookEndpoints,
  ...invoiceItems,
  ...invoices,
  ...meters,
  ...paymentIntents,
  ...paymentMethods,
  ...refunds,
  ...setupIntents,
  ...subscriptions,
  ...taxIds,
  ...testClocks,
};
