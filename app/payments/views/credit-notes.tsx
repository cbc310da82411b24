import type { NoteView } from "~/payments/view-invoice.server";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";

/** Credit notes of an invoice, each a PDF. */
export function CreditNotes({ notes, fileOf }: { notes: NoteView[]; fileOf: (noteId: string) => string }) {
  return (
    <Table
      caption="Credit notes"
      rows={notes}
      rowKey={({ noteId }) => noteId}
      empty="Nothing yet"
      columns={[
        {
          head: "Credit note",
          cell: ({ noteId, number }) => (
            <a href={fileOf(noteId)} download className="prose-link">
              {number}
            </a>
          ),
          className: "whitespace-nowrap",
        },
        { head: "Time", cell: ({ ts }) => <Time epochSeconds={ts} />, className: "whitespace-nowrap" },
        { head: "Amount", cell: ({ amount }) => amount, numeric: true, className: "font-medium" },
        { head: "Reason", cell: ({ reason }) => reason, className: "[overflow-wrap:anywhere]" },
      ]}
    />
  );
}
