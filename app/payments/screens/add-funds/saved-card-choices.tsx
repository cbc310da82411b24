import { cardExpiry, cardLabel, type SavedCard } from "~/payments/card-label";
import type { FieldState } from "~/platform/ui/field-state";
import { CardChoice } from "./card-choice";

/** The saved cards to choose from; an expired one is shown but disabled. */
export function SavedCardChoices({ field, cards }: { field: FieldState; cards: (SavedCard & { expired: boolean })[] }) {
  return (
    <>
      {cards.map((card) => (
        <CardChoice
          key={card.pmId}
          field={field}
          value={card.pmId}
          label={cardLabel(card)}
          note={`${card.expired ? "Expired" : "Expires"} ${cardExpiry(card)}`}
          disabled={card.expired}
        />
      ))}
    </>
  );
}
