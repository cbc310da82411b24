import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { GivenView } from "./read-refund-screen.server";

/** The refunds of a task until now, by rule and by staff. */
export function GivenTable({ given }: { given: GivenView[] }) {
  return (
    <Panel title="Given back so far" padded={false}>
      <Table
        caption="Given back so far"
        rows={given}
        rowKey={(one) => one.id}
        empty="Nothing yet"
        columns={[
          { head: "Time", cell: (one) => <Time epochSeconds={one.ts} />, className: "whitespace-nowrap" },
          {
            head: "Amount",
            cell: (one) => (
              <>
                <span className="font-medium">{one.dollars}</span>
                {one.waits ? <span className="block text-xs text-muted">on its way to the card</span> : null}
              </>
            ),
            numeric: true,
          },
          { head: "By", cell: (one) => one.by ?? "Millrace, by its rule", className: "break-words" },
          {
            head: "Reason",
            cell: (one) => (
              <>
                {one.reason === "" ? "–" : one.reason}
                {one.note === "" ? null : <span className="block text-xs text-muted">Note: {one.note}</span>}
              </>
            ),
            className: "[overflow-wrap:anywhere]",
          },
        ]}
      />
    </Panel>
  );
}
