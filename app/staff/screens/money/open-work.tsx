import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { MoneyScreen } from "./read-money-screen.server";

const WAYS: Record<string, string | undefined> = {
  saved_card: "Saved card",
  new_card: "New card",
  auto: "Automatic",
};
const STATES: Record<string, string | undefined> = {
  created: "No answer yet",
  requires_action: "At the bank",
  pending: "Processing",
};

/** Top-ups with a pending outcome. */
export function UnsettledTopUps({ rows }: { rows: MoneyScreen["topUps"]["rows"] }) {
  return (
    <Table
      caption="Unsettled top-ups"
      rows={rows}
      rowKey={(row) => row.topupId}
      empty="Every top-up is settled or closed"
      columns={[
        {
          head: "Tenant",
          cell: (row) => <TextLink to={`/users/stats/${row.tenantName}`}>{row.tenantName}</TextLink>,
          className: "[overflow-wrap:anywhere] md:min-w-40",
        },
        { head: "Amount", cell: (row) => row.amount, numeric: true },
        {
          head: "State",
          cell: (row) => (
            <>
              {stateOf(row)}
              <span className="block text-muted">{WAYS[row.way] ?? row.way}</span>
            </>
          ),
        },
        {
          head: "Since",
          cell: (row) => (
            <>
              <Time epochSeconds={row.createdTs} />
              <span className="block whitespace-nowrap text-muted">
                asked <Time epochSeconds={row.askedTs} />
              </span>
            </>
          ),
        },
        {
          head: "Top-up",
          cell: (row) => row.topupId,
          className: "font-mono text-xs break-all max-md:col-span-full md:min-w-36",
        },
      ]}
    />
  );
}

function stateOf({ way, state }: MoneyScreen["topUps"]["rows"][number]): string {
  if (way === "new_card" && state === "created") return "On the provider's page";
  return STATES[state] ?? state;
}

/** Webhook events that failed. */
export function FailedEvents({ rows }: { rows: MoneyScreen["events"]["rows"] }) {
  return (
    <Table
      caption="Webhook events that failed"
      rows={rows}
      rowKey={(row) => row.eventId}
      empty="No events failed"
      columns={[
        {
          head: "Event",
          cell: (row) => (
            <>
              {row.type}
              <span className="block font-mono text-xs font-normal break-all text-muted">{row.eventId}</span>
            </>
          ),
          className: "[overflow-wrap:anywhere] md:min-w-40",
        },
        { head: "Tries", cell: (row) => row.tries, numeric: true },
        { head: "Received", cell: (row) => <Time epochSeconds={row.receivedTs} /> },
        { head: "Next try", cell: (row) => <Time epochSeconds={row.tryAfterTs} /> },
        {
          head: "Error",
          cell: (row) => row.error || "Not tried yet",
          className: "[overflow-wrap:anywhere] max-md:col-span-full md:min-w-44",
        },
      ]}
    />
  );
}
