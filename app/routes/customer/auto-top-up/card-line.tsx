import type { AutoTopUpShown } from "~/domain/payments/auto-top-up/auto-top-up";
import { cardExpiry, cardLabel } from "~/domain/payments/card-label";
import { ButtonLink } from "~/ui/button-link";
import { Facts } from "~/ui/facts";

/** The card that will be charged, and what has been charged this month; without a card, the way to one. */
export function CardLine({ auto: { card, monthText, settings } }: { auto: AutoTopUpShown }) {
  if (!card)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>Save a card first. It is charged without asking you again, up to your monthly cap.</p>
        <ButtonLink look="primary" to="/billing/card">
          Add Credit Card
        </ButtonLink>
      </div>
    );
  return (
    <Facts
      facts={[
        { label: "Card", value: `${cardLabel(card)}, expires ${cardExpiry(card)}` },
        { label: "This month", value: `${monthText} of $${settings.month_cap}` },
      ]}
    />
  );
}
