import { EVENT_TYPES } from "~/platform/event-types";
import type { EndpointRow } from "~/accounts/inside/endpoints/list-endpoints.server";
import type { LastDelivery } from "~/accounts/inside/endpoints/list-last-deliveries.server";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { EndpointState } from "./endpoint-state";

const WORDS = {
  waiting: { word: "Waiting", tone: "accent" },
  delivered: { word: "Delivered", tone: "ok" },
  failed: { word: "Failed", tone: "danger" },
} as const;

interface ListedEndpoint extends EndpointRow {
  /** Null while nothing has been sent. */
  last: LastDelivery | null;
}

/** The tenant's endpoints, each with its last delivery and a link to all. */
export function EndpointTable({ endpoints }: { endpoints: ListedEndpoint[] }) {
  return (
    <Table
      caption="Webhook endpoints"
      rows={endpoints}
      rowKey={(endpoint) => endpoint.id}
      empty="No endpoints yet. Add one below to be notified when a task starts or ends, or money runs low."
      columns={[
        {
          head: "Endpoint",
          cell: (endpoint) => (
            <>
              <TextLink to={`/user/webhooks/${endpoint.id}`} className="font-medium break-all">
                {endpoint.url}
              </TextLink>
              {endpoint.description ? (
                <span className="block font-normal text-muted [overflow-wrap:anywhere]">{endpoint.description}</span>
              ) : null}
            </>
          ),
        },
        { head: "Last delivery", cell: ({ last }) => lastText(last), className: "whitespace-nowrap" },
        { head: "Events", cell: ({ event_types }) => eventsText(event_types.length), className: "whitespace-nowrap" },
        { head: "State", cell: (endpoint) => <EndpointState endpoint={endpoint} />, className: "whitespace-nowrap" },
      ]}
    />
  );
}

function lastText(last: LastDelivery | null) {
  if (last === null) return "None yet";
  return (
    <span className="flex flex-col">
      <StatusDot tone={WORDS[last.state].tone}>{WORDS[last.state].word}</StatusDot>
      <span className="text-xs text-muted">
        <Time epochSeconds={last.created_ts} />
      </span>
    </span>
  );
}

function eventsText(count: number): string {
  if (count === EVENT_TYPES.length) return "All";
  return `${count} of ${EVENT_TYPES.length}`;
}
