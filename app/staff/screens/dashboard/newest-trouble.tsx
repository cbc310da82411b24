import { Badge } from "~/platform/ui/badge";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatCents } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import type { Attention } from "./read-attention.server";

/** Tasks in an incident now, and tasks lost within 24 hours. */
export function Incidents({ incidents, seesMoney }: Pick<Attention, "incidents"> & { seesMoney: boolean }) {
  return (
    <Panel id="incidents" title="Incidents" lead={leadOf(incidents)} padded={false}>
      <Table
        caption="Incidents"
        rows={incidents.rows}
        rowKey={({ resvGuid }) => resvGuid}
        empty="No task is in an incident, and none was lost within 24 hours"
        columns={[
          {
            head: "Task",
            cell: ({ taskName }) => taskName,
            className: "[overflow-wrap:anywhere]",
          },
          { head: "Tenant", cell: ({ tenantName }) => <TenantLink tenantName={tenantName} /> },
          {
            head: "State",
            cell: ({ state }) => <Badge tone={state === "lost" ? "danger" : "warn"}>{state}</Badge>,
          },
          { head: "Nodes", cell: ({ nodes }) => nodes.join(", ") || "–", className: "[overflow-wrap:anywhere]" },
          { head: "Since", cell: ({ ts }) => <Time epochSeconds={ts} /> },
          {
            head: <span className="sr-only">Refund</span>,
            cell: ({ resvGuid, taskName }) =>
              seesMoney ? (
                <ButtonLink
                  size="small"
                  look="quiet"
                  to={`/dashboard/refund?incident=${resvGuid}`}
                  aria-label={`Refund the incident of ${taskName}`}
                >
                  Refund
                </ButtonLink>
              ) : null,
            className: "md:text-right",
          },
        ]}
      />
    </Panel>
  );
}

/** Incidents of the last days that are over, each with the way to give back what it cost. */
export function PastIncidents({
  incidents,
  seesMoney,
}: {
  seesMoney: boolean;
  incidents: { key: string; cluster: string; tasks: number; ts: number }[];
}) {
  return (
    <Panel title="Incidents of the last 7 days" lead="They are over: no task is in them any more." padded={false}>
      <Table
        caption="Incidents of the last 7 days"
        rows={incidents}
        rowKey={({ key }) => key}
        empty="None"
        columns={[
          { head: "Cluster", cell: ({ cluster }) => cluster, className: "font-medium" },
          { head: "Began", cell: ({ ts }) => <Time epochSeconds={ts} /> },
          { head: "Tasks", cell: ({ tasks }) => tasks, numeric: true },
          {
            head: <span className="sr-only">Refund</span>,
            cell: ({ key, ts, cluster }) =>
              seesMoney ? (
                <ButtonLink
                  size="small"
                  look="quiet"
                  to={`/dashboard/refund?incident=${key}&at=${ts}`}
                  aria-label={`Refund the incident in ${cluster}`}
                >
                  Refund
                </ButtonLink>
              ) : null,
            className: "md:text-right",
          },
        ]}
      />
    </Panel>
  );
}

/** Card payments refused within 24 hours. */
export function RefusedPayments({ payments }: Pick<Attention, "payments">) {
  return (
    <Panel id="refused-payments" title="Refused payments" lead={leadOf(payments)} padded={false}>
      <Table
        caption="Refused payments"
        rows={payments.rows}
        rowKey={({ topupId }) => topupId}
        empty="No card payment was refused within 24 hours"
        columns={[
          { head: "Tenant", cell: ({ tenantName }) => <TenantLink tenantName={tenantName} /> },
          { head: "Amount", cell: ({ cents }) => formatCents(cents), numeric: true },
          { head: "Reason", cell: ({ message }) => message, className: "[overflow-wrap:anywhere]" },
          { head: "At", cell: ({ ts }) => <Time epochSeconds={ts} /> },
        ]}
      />
    </Panel>
  );
}

function TenantLink({ tenantName }: { tenantName: string }) {
  return <TextLink to={`/users/stats/${tenantName}`}>{tenantName}</TextLink>;
}

function leadOf({ rows, total }: { rows: unknown[]; total: number }): string | undefined {
  return total > rows.length ? `The newest ${rows.length} of ${total}.` : undefined;
}
