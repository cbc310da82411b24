import { EVENT_TYPES } from "~/platform/event-types";
import type { EndpointRow } from "~/accounts/inside/endpoints/list-endpoints.server";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { EndpointState } from "./endpoint-state";

/** The tenant's endpoints; each links to its deliveries. */
export function EndpointTable({ endpoints }: { endpoints: EndpointRow[] }) {
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
        { head: "Events", cell: ({ event_types }) => eventsText(event_types.length), className: "whitespace-nowrap" },
        { head: "State", cell: (endpoint) => <EndpointState endpoint={endpoint} />, className: "whitespace-nowrap" },
      ]}
    />
  );
}

function eventsText(count: number): string {
  if (count === EVENT_TYPES.length) return "All";
  return `${count} of ${EVENT_TYPES.length}`;
}
