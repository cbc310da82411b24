import { cardExpiry, cardLabel } from "~/payments/card-label";
import { isPaid, type TopUpState, type TopUpMethod } from "~/payments/top-up-state";
import { Badge } from "~/platform/ui/badge";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatCents } from "~/platform/ui/format";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";
import type { CardView, TopUpView } from "./user-views.server";

/** Saved cards: only the data printed on them. */
export function Cards({ cards }: { cards: CardView[] }) {
  return (
    <Table
      caption="Cards"
      rows={cards.map((card, place) => ({ ...card, place }))}
      rowKey={(card) => card.place}
      empty="No saved cards. The customer adds them on the billing screen."
      columns={[
        {
          head: "Card",
          cell: (card) => (
            <span className="inline-flex flex-wrap items-center gap-2">
              {cardLabel(card)} {card.isDefault ? <Badge tone="accent">default</Badge> : null}
            </span>
          ),
          className: "font-medium",
        },
        { head: "Expires", cell: (card) => cardExpiry(card), className: "tabular-nums" },
      ]}
    />
  );
}

const WAYS: Record<TopUpMethod, string> = { saved_card: "Saved card", new_card: "New card", auto: "Automatic" };
const STATES: Record<TopUpState, { word: string; tone: Tone }> = {
  created: { word: "no answer yet", tone: "neutral" },
  requires_action: { word: "at the bank", tone: "neutral" },
  pending: { word: "processing", tone: "neutral" },
  settled: { word: "settled", tone: "ok" },
  refunded: { word: "refunded", tone: "warn" },
  disputed: { word: "disputed", tone: "danger" },
  failed: { word: "failed", tone: "danger" },
};

/** Top-ups and their outcomes, newest first. */
export function TopUps({ topUps }: { topUps: TopUpView[] }) {
  return (
    <Table
      caption="Top-ups"
      rows={topUps}
      rowKey={(row) => row.id}
      empty="No top-ups. Card payments appear here, including refused ones."
      columns={[
        { head: "Date", cell: (row) => <Time epochSeconds={row.ts} />, className: "whitespace-nowrap" },
        {
          head: "Amount",
          cell: (row) => (
            <>
              {formatCents(row.cents)}
              {row.refundedCents > 0 ? (
                <span className="block text-xs text-muted">{formatCents(row.refundedCents)} refunded</span>
              ) : null}
            </>
          ),
          numeric: true,
        },
        {
          head: "State",
          cell: (row) => (
            <>
              <StatusDot tone={STATES[row.state].tone}>{STATES[row.state].word}</StatusDot>
              {row.message ? <span className="block text-xs text-muted">{row.message}</span> : null}
            </>
          ),
          className: "[overflow-wrap:anywhere]",
        },
        { head: "Way", cell: (row) => WAYS[row.way] },
        { head: "Receipt", cell: (row) => row.number ?? "–", className: "font-mono text-xs" },
        {
          head: <span className="sr-only">Refund</span>,
          cell: (row) =>
            isPaid(row.state) ? (
              <ButtonLink
                size="small"
                look="quiet"
                to={`/dashboard/refund-top-up?id=${row.id}`}
                aria-label={`Refund ${row.number ?? "this top-up"}`}
              >
                Refund
              </ButtonLink>
            ) : null,
          className: "md:text-right",
        },
      ]}
    />
  );
}
