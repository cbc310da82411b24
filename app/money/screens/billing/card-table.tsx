import { cardExpiry, cardLabel } from "~/payments/card-label";
import type { ShownCard } from "~/platform/live/use-cards";
import { Badge } from "~/platform/ui/badge";
import { Popup } from "~/platform/ui/popup";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";

/** The saved cards (2.4). */
export function CardTable({ cards }: { cards: ShownCard[] }) {
  return (
    <Table
      caption="Payment methods"
      rows={cards}
      rowKey={(card) => card.pmId}
      empty="No card is saved. Add one to top up in one step."
      columns={[
        { head: "Card", cell: (card) => <CardName card={card} />, className: "font-medium tabular-nums" },
        {
          head: "Expires",
          cell: (card) => (card.expired ? <Badge tone="danger">Expired {cardExpiry(card)}</Badge> : cardExpiry(card)),
          className: "whitespace-nowrap tabular-nums",
        },
        {
          head: <span className="sr-only">Change</span>,
          label: "",
          cell: (card) => <Change card={card} />,
          className: "max-md:col-span-full md:w-px",
        },
      ]}
    />
  );
}

function CardName({ card }: { card: ShownCard }) {
  return (
    <span className="flex flex-col gap-0.5">
      <span className="inline-flex items-center gap-2 whitespace-nowrap">
        {cardLabel(card)}
        {card.isDefault ? <Badge tone="ok">Default</Badge> : null}
      </span>
      <span className="text-xs font-normal text-muted [overflow-wrap:anywhere]">
        {[card.holderName, card.addedBy && `added by ${card.addedBy}`].filter(Boolean).join(", ")}
      </span>
    </span>
  );
}

function Change({ card }: { card: ShownCard }) {
  const label = cardLabel(card);
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      {card.isDefault ? null : (
        <PostForm intent="default-card" preventScrollReset>
          <input type="hidden" name="id" value={card.pmId} />
          <SubmitButton look="secondary" size="small" intent="default-card" aria-label={`Make default: ${label}`}>
            Make default
          </SubmitButton>
        </PostForm>
      )}
      <Popup button="Delete" buttonLabel={`Delete ${label}`} title={`Delete ${label}?`} size="small">
        <PostForm intent="delete-card" className="flex flex-col gap-4" preventScrollReset>
          <input type="hidden" name="id" value={card.pmId} />
          <p className="text-sm text-muted">It can no longer be charged. You can add it again later.</p>
          <div>
            <SubmitButton look="danger" intent="delete-card">
              Delete card
            </SubmitButton>
          </div>
        </PostForm>
      </Popup>
    </div>
  );
}
