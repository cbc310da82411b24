import { Panel } from "~/platform/ui/panel";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import type { Tone } from "~/platform/ui/tone";
import type { RefundView } from "./read-top-up-screen.server";

const STATES: Record<string, { word: string; tone: Tone }> = {
  ordered: { word: "on its way", tone: "neutral" },
  refused: { word: "refused by the provider", tone: "danger" },
  pending: { word: "at the bank", tone: "neutral" },
  requires_action: { word: "at the bank", tone: "neutral" },
  succeeded: { word: "refunded", tone: "ok" },
  failed: { word: "failed, back in the balance", tone: "danger" },
  canceled: { word: "canceled, back in the balance", tone: "danger" },
};

/** All refunds of a top-up, from here and from the provider's dashboard. */
export function RefundList({ refunds }: { refunds: RefundView[] }) {
  return (
    <Panel title="Refunds so far" padded={false}>
      <Table
        caption="Refunds so far"
        rows={refunds}
        rowKey={(one) => one.id}
        empty="Nothing yet"
        columns={[
          { head: "Time", cell: (one) => <Time epochSeconds={one.ts} />, className: "whitespace-nowrap" },
          { head: "Amount", cell: (one) => one.dollars, numeric: true, className: "font-medium" },
          {
            head: "State",
            cell: (one) => (
              <>
                <StatusDot tone={STATES[one.state]?.tone ?? "neutral"}>
                  {STATES[one.state]?.word ?? one.state}
                </StatusDot>
                {one.message ? <span className="block text-xs text-muted">{one.message}</span> : null}
              </>
            ),
            className: "[overflow-wrap:anywhere]",
          },
          { head: "By", cell: (one) => one.by ?? "The provider’s dashboard", className: "break-words" },
          {
            head: "Reason",
            cell: (one) => (
              <>
                {one.reason === "" ? "–" : one.reason}
                {one.taskName ? <span className="block text-xs text-muted">For task {one.taskName}</span> : null}
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
