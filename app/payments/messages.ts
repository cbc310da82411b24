import { M as BEFORE } from "~/accounts/messages";
import { SHOWN } from "~/platform/shown-messages";
import { byName } from "~/platform/message-rows";

/** Messages of this module, each once (3.10): its id, its name in code, and its text. */
export const ROWS = {
  M12: { providerSilent: "The card payment provider did not answer. Please try again." },
  M50: { codeRequired: "Enter a code." },
  M51: { unknownCode: "This code does not exist." },
  M52: { codeExpired: "This code has expired." },
  M53: { codeAlreadyUsed: "You have already used this code." },
  M54: { codeUsedUp: "This code has been used up." },
  M55: { amountOutOfRange: "The amount must be between $5 and $5000." },
  M56: { cardRequired: "Choose a card." },
  M57: { cardholderNameRequired: SHOWN.cardholderNameRequired },
  M59: { onlyCardPaysSubscription: "You cannot remove the only card while the subscription is enabled." },
  M61: { paymentMethodRequired: "Add a payment method first." },
  M62: { wrongCents: "The amount must be a whole number of cents from -100000 to 100000, not 0." },
  M63: { descriptionRequired: "Enter a description of 1 to 200 characters." },
  M64: { subscriptionRequired: "Enable the subscription first." },
  M65: { bankAsks: "Your bank asks for confirmation. Continue at your bank." },
  M243: { twoAmounts: "You chose one amount and typed another. Choose or type the amount to pay." },
  M566: { topUpNotRefundable: "Only a settled top-up without a dispute can be refunded." },
  M567: {
    moreThanToppedUp: ({ dollars }: { dollars: string }) => `At most ${dollars} of this top-up is left to refund.`,
  },
  M568: {
    moreThanBalance: ({ dollars }: { dollars: string }) =>
      `Only ${dollars} is in the balance. Give back the cost of tasks first if more is due.`,
  },
  M569: { noTopUpForCard: "No top-up of this customer has that much left to refund to its card." },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
