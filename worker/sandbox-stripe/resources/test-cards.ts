/** Why a bank declines, in Stripe's terms. */
export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

export interface TestCard {
  number: string;
  brand: string;
  funding: "credit" | "debit";
  /** The suffixes after `pm_card_` and `tok_`. */
  names: string[];
  /** The result of every charge. */
  decline?: Decline;
  /** True if it can be saved although charges are declined. */
  savable?: boolean;
  /** Occasions on which the cardholder must confirm: until the card is set up for later charges, or every time. */
  confirm?: "until_set_up" | "always";
  /** Reason of a dispute by the cardholder, if any. */
  dispute?: string;
  /** True if a refund fails later. */
  refundFails?: boolean;
}

const DECLINED = "Your card was declined.";
const decline = (decline_code: string, message = DECLINED, code = "card_declined"): Decline => ({
  code,
  decline_code,
  message,
});

export const AUTHENTICATION_REQUIRED = decline(
  "authentication_required",
  "Your card was declined. This transaction requires authentication.",
  "authentication_required",
);
const GENERIC = decline("generic_decline");
const NO_FUNDS = decline("insufficient_funds", "Your card has insufficient funds.");
const EXPIRED = decline("expired_card", "Your card has expired.", "expired_card");
const WRONG_CVC = decline("incorrect_cvc", "Your card's security code is incorrect.", "incorrect_cvc");
const PROCESSING = decline(
  "processing_error",
  "An error occurred while processing your card. Try again in a little bit.",
  "processing_error",
);
const TOO_OFTEN = decline(
  "card_velocity_exceeded",
  "Your card was declined for making repeated attempts too frequently or exceeding its amount limit.",
);
/** Stripe's answer in test mode to a card that is not a test card. */
export const NOT_A_TEST_CARD = decline(
  "test_mode_live_card",
  "Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.",
);

const visa = (number: string, names: string[], fate: Partial<TestCard> = {}): TestCard => ({
  number,
  names,
  brand: "visa",
  funding: "credit",
  ...fate,
});
/** Stripe has two names for each declining card. */
const refused = (number: string, name: string, fate: Decline, more: Partial<TestCard> = {}): TestCard =>
  visa(number, [name, `visa_${name}`], { decline: fate, ...more });

/** Stripe's own test cards: https://docs.stripe.com/testing */
export const TEST_CARDS: TestCard[] = [
  visa("4242424242424242", ["visa"]),
  visa("4000056655665556", ["visa_debit"], { funding: "debit" }),
  visa("5555555555554444", ["mastercard"], { brand: "mastercard" }),
  visa("5200828282828210", ["mastercard_debit"], { brand: "mastercard", funding: "debit" }),
  visa("378282246310005", ["amex"], { brand: "amex" }),
  visa("6011111111111117", ["discover"], { brand: "discover" }),
  visa("3056930009020004", ["diners"], { brand: "diners" }),
  visa("3566002020360505", ["jcb"], { brand: "jcb" }),
  refused("4000000000000002", "chargeDeclined", GENERIC),
  refused("4000000000009995", "chargeDeclinedInsufficientFunds", NO_FUNDS),
  refused("4000000000009987", "chargeDeclinedLostCard", decline("lost_card")),
  refused("4000000000009979", "chargeDeclinedStolenCard", decline("stolen_card")),
  refused("4100000000000019", "chargeDeclinedFraudulent", decline("fraudulent")),
  refused("4000000000000069", "chargeDeclinedExpiredCard", EXPIRED),
  refused("4000000000000127", "chargeDeclinedIncorrectCvc", WRONG_CVC),
  refused("4000000000000119", "chargeDeclinedProcessingError", PROCESSING),
  refused("4000000000006975", "chargeDeclinedVelocityLimitExceeded", TOO_OFTEN),
  refused("4000000000000341", "chargeCustomerFail", GENERIC, { savable: true }),
  visa("4000002500003155", ["authenticationRequiredOnSetup"], { confirm: "until_set_up" }),
  visa("4000002760003184", ["authenticationRequired"], { confirm: "always" }),
  visa("4000000000003220", ["threeDSecure2Required"], { confirm: "always" }),
  visa("4000008260003178", ["authenticationRequiredChargeDeclinedInsufficientFunds"], {
    confirm: "always",
    decline: NO_FUNDS,
    savable: true,
  }),
  visa("4000000000000259", ["createDispute"], { dispute: "fraudulent" }),
  visa("4000000000002685", ["createDisputeProductNotReceived"], { dispute: "product_not_received" }),
  visa("4000000000005126", ["refundFail"], { refundFails: true }),
];

export function cardByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

/** The card behind `pm_card_visa` or `tok_visa`. */
export function cardByName(name: string): TestCard | undefined {
  const [, bare] = /^(?:pm_card|tok)_(.+)$/.exec(name) ?? [];
  return bare === undefined ? undefined : TEST_CARDS.find(({ names }) => names.includes(bare));
}
