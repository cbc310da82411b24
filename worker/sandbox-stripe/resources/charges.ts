import type Stripe from "stripe";
import type { Kinds } from "../state/kinds";
import type { Sandbox } from "../state/sandbox";
import { book } from "./balance";
import type { Decline } from "./test-cards";

/** Stripe's fee: 2.9 percent and 30 cents. */
const FEE_PER_MILLE = 29;
const FEE_FIXED_CENTS = 30;

/** Charges a payment's card, or records why its bank declines. */
export function makeCharge(
  sandbox: Sandbox,
  intent: Kinds["payment_intent"],
  method: Kinds["payment_method"],
  decline: Decline | undefined,
): Kinds["charge"] {
  const { amount, currency, description, metadata, receipt_email } = intent;
  const charge = sandbox.add("charge", {
    amount,
    currency,
    description,
    metadata,
    receipt_email,
    customer: intent.customer,
    amount_captured: decline ? 0 : amount,
    billing_details: method.billing_details,
    calculated_statement_descriptor: "MILLRACE",
    captured: !decline,
    fraud_details: {},
    outcome: outcomeOf(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: paymentDetails(method),
    status: decline ? "failed" : "succeeded",
    ...(decline ? { failure_code: decline.code, failure_message: decline.message } : {}),
  });
  if (decline) {
    sandbox.emit("charge.failed", charge);
    return charge;
  }
  const fee = Math.round((amount * FEE_PER_MILLE) / 1000) + FEE_FIXED_CENTS;
  const booked = book(sandbox, {
    type: "charge",
    category: "charge",
    amount,
    fee,
    currency,
    source: charge.id,
  });
  sandbox.store.change(charge, { balance_transaction: booked.id });
  sandbox.emit("charge.succeeded", charge);
  return charge;
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  return {
    advice_code: decline ? "try_again_later" : null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? "declined_by_network" : "approved_by_network",
    reason: decline?.decline_code ?? null,
    risk_level: "normal",
    risk_score: 20,
    seller_message: decline ? "The bank did not return any further details with this decline." : "Payment complete.",
    type: decline ? "issuer_declined" : "authorized",
  };
}

function paymentDetails(method: Kinds["payment_method"]): Stripe.Charge.PaymentMethodDetails {
  const { brand = "visa", checks = null, country = null, exp_month = 12, exp_year = 2030 } = method.card ?? {};
  const { fingerprint = null, funding = null, last4 = null } = method.card ?? {};
  return {
    type: "card",
    card: {
      brand,
      checks,
      country,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      last4,
      amount_authorized: null,
      authorization_code: null,
      electronic_commerce_indicator: null,
      installments: null,
      mandate: null,
      network: brand,
      network_transaction_id: null,
      regulated_status: "unregulated",
      transaction_link_id: null,
      wallet: null,
    } as Stripe.Charge.PaymentMethodDetails.Card,
  };
}
