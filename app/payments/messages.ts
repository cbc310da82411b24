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
  M660: {
    vatChanged:
      "The VAT of your account has changed, and nothing was charged. Check the new total and send the form again.",
  },
  M661: { vatRateInPast: "Choose today or a later day: earlier payments keep their rate." },
  M663: {
    vatRateElsewhere:
      "VAT is charged only in your own country and in the European Union. Choose one of these countries.",
  },
  M664: { sellerForVat: "VAT needs your name, address, country and VAT number. Fill in all four, or switch VAT off." },
  M665: {
    ownRateFirst:
      "VAT needs the rate of your own country. Set it below, from today or earlier, and switch VAT on then.",
  },
  M666: { vatPercent: "Type the rate in percent from 0 to 50 with at most 2 decimals, such as 21 or 5.5." },
  M662: {
    transferNotAllowed: "Invoices by bank transfer are not set up for your account. Write to us to ask for them.",
  },
  M668: { noBankDetails: "Invoices by bank transfer need our bank details. An admin adds them under VAT." },
  M669: {
    invoiceOverdue: ({ number }: { number: string }) =>
      `Invoice ${number} is more than 7 days overdue. Pay it first; then you can ask for another one.`,
  },
  M670: {
    overInvoiceLimit: ({ left, limit }: { left: string; limit: string }) =>
      `Your open invoices may come to ${limit} together, so the next one may come to at most ${left} with VAT.`,
  },
  M671: { invoiceEnded: "This invoice is already paid or cancelled. Load the page again to see its state." },
  M672: { transferKnown: "This bank reference is already recorded for this invoice. Check the list below." },
  M673: { transferDay: "Choose the day on which the money came: today or earlier." },
  M674: { transferReference: "Type the bank’s reference: 1 to 100 characters." },
  M675: {
    cancelAfterMoney: "Part of this invoice has been paid, so it cannot be cancelled. Record the rest when it arrives.",
  },
  M676: { bankTermsFields: "Type 1 to 120 days, and a limit from $5 to $1,000,000." },
  M677: { transferAmount: "Type the amount that came in, in dollars, such as 121.00." },
  M678: { creditNoteOfPaid: "Only the money of a paid invoice can be given back. Cancel an open invoice instead." },
  M679: {
    moreThanInvoice: ({ dollars }: { dollars: string }) => `At most ${dollars} of this invoice is left to give back.`,
  },
  M680: { ownInvoice: "This invoice belongs to one of your own teams. Ask another member of staff to record this." },
  M900: { returnDay: "Choose the day on which the money went back: today or earlier." },
  M901: {
    moreThanSurplus: ({ dollars }: { dollars: string }) =>
      `At most ${dollars} of this invoice's surplus is left to return.`,
  },
  M902: { returnAmount: "Type the amount that went back, in dollars, such as 21.00." },
  M820: {
    thinEvent:
      "This address takes snapshot events. At Stripe, make an endpoint for it whose payload style is Snapshot.",
  },
  M667: { noVatNumber: "This customer has no VAT number of a country of the European Union in their settings." },
} as const;

/** Messages by name: those of this module and of the modules before it. */
export const M = { ...BEFORE, ...byName(ROWS) };
