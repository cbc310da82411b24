import { useMemo } from "react";
import type { CardList } from "~/payments/card-list";
import { isExpired, type SavedCard } from "~/payments/card-label";
import { useConnection } from "./live";
import { usePoll } from "./use-poll";

const POLL_BILLING_S = 30;

export type ShownCard = SavedCard & { expired: boolean };

/** Returns the saved cards. They have no event: the documented path is polled while the socket is down (A27). */
export function useCards(loaded: ShownCard[], atMs: number): ShownCard[] {
  const { connection } = useConnection();
  const polled = usePoll(
    { path: "/billing/method", everySeconds: POLL_BILLING_S, read: readCards },
    connection !== null && !connection.isUp("/customer"),
  );
  return useMemo(() => {
    if (!polled || polled.atMs <= atMs) return loaded;
    // The path returns neither the holder nor who added the card. Neither changes.
    const known = new Map(loaded.map((card) => [card.pmId, card]));
    return polled.rows.map(({ data }) => ({
      ...data,
      holderName: known.get(data.pmId)?.holderName ?? "",
      addedBy: known.get(data.pmId)?.addedBy ?? "",
      expired: isExpired(data, new Date(polled.atMs)),
    }));
  }, [polled, loaded, atMs]);
}

function readCards(answer: unknown, atMs: number) {
  const { cards, default_card } = answer as Partial<CardList>;
  if (!cards) return null;
  return cards.data.map(({ id, card }) => ({
    key: id,
    version: atMs,
    data: {
      pmId: id,
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
      isDefault: id === default_card,
    },
  }));
}
