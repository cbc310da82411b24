import { INCIDENT_DAYS } from "~/fleet/inside/nodes/incident-days";
import type { ModeChange, NodeIncident } from "~/fleet/inside/nodes/read-node-past.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { Unread } from "~/platform/ui/unread";
import { modeName } from "../nodes/modes";

/** The last changes of the node's mode, from the audit. */
export function ChangesPanel({ changes }: { changes: ModeChange[] | null }) {
  return (
    <Panel title="Mode changes" padded={false} actions={<CsvLink table="modes" of="the mode changes" />}>
      {changes ? (
        <Table
          caption="Mode changes"
          rows={changes}
          rowKey={(change) => change.id}
          empty="The mode has not changed since the node was enrolled"
          columns={[
            { head: "Time", cell: (change) => <Time epochSeconds={change.at_ts} /> },
            {
              head: "Who",
              cell: (change) => `${change.by ?? "–"}${change.planned ? ", as planned" : ""}`,
              className: "break-words",
            },
            { head: "Mode", cell: modesText },
            {
              head: "Empty by",
              cell: (change) => (change.empty_by_ts === null ? "–" : <Time epochSeconds={change.empty_by_ts} />),
            },
          ]}
        />
      ) : (
        <Unread />
      )}
    </Panel>
  );
}

function modesText({ drain_before, drain_after }: ModeChange): string {
  const [before, after] = [drain_before, drain_after].map((drain) => (drain === null ? "–" : modeName(drain)));
  return before === after ? `${after}` : `${before} → ${after}`;
}

export function IncidentsPanel({ incidents, seesMoney }: { incidents: NodeIncident[] | null; seesMoney: boolean }) {
  return (
    <Panel
      title="Incidents"
      lead={`Running tasks that lost contact while they held GPUs here, last ${INCIDENT_DAYS} days. In a gang, another node may have been away.`}
      padded={false}
      actions={<CsvLink table="incidents" of="the incidents" />}
    >
      {incidents ? (
        <Table
          caption="Incidents"
          rows={incidents}
          rowKey={(incident) => `${incident.resv_guid} ${incident.at_ts}`}
          empty="None"
          columns={[
            { head: "Began", cell: (incident) => <Time epochSeconds={incident.at_ts} /> },
            { head: "Task", cell: (incident) => incident.task_name, className: "font-medium break-all" },
            {
              head: "Tenant",
              cell: ({ tenant_name }) => <TextLink to={`/users/stats/${tenant_name}`}>{tenant_name}</TextLink>,
              className: "break-all",
            },
            { head: "Became", cell: (incident) => incident.became ?? "lasts" },
            {
              head: "Ended",
              cell: ({ became_ts }) => (became_ts === null ? "–" : <Time epochSeconds={became_ts} />),
            },
            {
              head: <span className="sr-only">Refund</span>,
              cell: ({ resv_guid, at_ts, task_name }) =>
                seesMoney ? (
                  <ButtonLink
                    size="small"
                    look="quiet"
                    to={`/dashboard/refund?incident=${resv_guid}&at=${at_ts}`}
                    aria-label={`Refund the incident of ${task_name}`}
                  >
                    Refund
                  </ButtonLink>
                ) : null,
              className: "md:text-right",
            },
          ]}
        />
      ) : (
        <Unread />
      )}
    </Panel>
  );
}
