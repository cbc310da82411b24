import type { DeliveryRow } from "~/accounts/list-deliveries.server";
import { Button } from "~/platform/ui/button";
import { PostForm } from "~/platform/ui/post-form";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { DeliveryDetail } from "./delivery-detail";
import { durationText } from "./duration-text";

interface DeliveryTableProps {
  rows: DeliveryRow[];
  filtered: boolean;
  /** True if the endpoint is on. */
  on: boolean;
}

/** The deliveries of an endpoint, each with its tries. */
export function DeliveryTable({ rows, filtered, on }: DeliveryTableProps) {
  return (
    <Table
      caption="Deliveries"
      rows={rows}
      rowKey={(row) => row.id}
      empty={
        filtered ? "No deliveries in this state." : "Nothing has been sent yet. Send a test to see what it looks like."
      }
      detail={(row) => <DeliveryDetail delivery={row} />}
      columns={[
        {
          head: "Event",
          cell: ({ type }) => <span className="font-mono text-code">{type}</span>,
          className: "max-md:[grid-area:1/1/auto/4]",
        },
        {
          head: "State",
          label: "",
          cell: (row) => <DeliveryState delivery={row} />,
          className: "max-md:justify-self-end max-md:[grid-area:1/4/auto/7]",
        },
        { head: "Answer", cell: answerText, className: "max-md:col-span-2" },
        { head: "Took", cell: ({ attempts: [last] }) => (last ? durationText(last.duration_ms) : "–"), numeric: true },
        { head: "Tries", cell: ({ attempts: [last] }) => last?.number ?? 0, numeric: true },
        {
          head: "Happened",
          label: "",
          cell: ({ created_ts }) => <Time epochSeconds={created_ts} />,
          className: "whitespace-nowrap text-muted max-md:[grid-area:2/1/auto/7]",
        },
        {
          head: <span className="sr-only">Send again</span>,
          cell: ({ id, type }) =>
            on ? (
              <PostForm intent="resend" preventScrollReset className="md:text-right">
                <input type="hidden" name="id" value={id} />
                <Button size="small" aria-label={`Send again: ${type}, delivery ${id}`}>
                  Send again
                </Button>
              </PostForm>
            ) : null,
          // Room for the line's Details.
          className: "md:pr-22!",
        },
      ]}
    />
  );
}

function DeliveryState({ delivery: { state, next_ts, attempts } }: { delivery: DeliveryRow }) {
  if (state === "delivered") return <StatusDot tone="ok">Delivered</StatusDot>;
  if (state === "failed") return <StatusDot tone="danger">Failed</StatusDot>;
  if (attempts.length === 0) return <StatusDot tone="accent">Waiting</StatusDot>;
  return (
    <span className="flex flex-col">
      <StatusDot tone="warn">Waiting</StatusDot>
      <span className="text-xs text-muted">
        next try <Time epochSeconds={next_ts} />
      </span>
    </span>
  );
}

function answerText({ attempts: [last] }: DeliveryRow) {
  if (!last) return "–";
  return last.status === null ? "None" : String(last.status);
}
