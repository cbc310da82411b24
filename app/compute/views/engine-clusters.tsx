import { ENGINE_NAMES } from "~/compute/engine-kinds";
import type { EngineCluster } from "~/compute/list-engine-clusters.server";
import { Panel } from "~/platform/ui/panel";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";

/** Clusters whose machines a scheduler chooses, and where staff drain and repair them. Nothing if there are none. */
export function EngineClusters({ clusters }: { clusters: EngineCluster[] }) {
  if (clusters.length === 0) return null;
  return (
    <Panel title="Clusters with a scheduler" lead="Drain and repair their machines there." padded={false}>
      <Table
        caption="Clusters whose machines a scheduler chooses"
        rows={clusters}
        rowKey={({ name }) => name}
        empty=""
        columns={[
          {
            head: "Cluster",
            cell: ({ name }) => <TextLink to={`/dashboard/clusters/${name}`}>{name}</TextLink>,
            className: "font-medium",
          },
          { head: "Scheduler", cell: ({ kind }) => ENGINE_NAMES[kind] },
          {
            head: "State",
            cell: ({ answers, held }) => (
              <StatusDot tone={!answers ? "danger" : held ? "warn" : "ok"}>
                {!answers ? "Does not answer" : held ? "Held" : "Answers"}
              </StatusDot>
            ),
          },
          { head: "Machines", cell: ({ machines }) => machines, numeric: true },
          { head: "Out of service", cell: ({ machinesOut }) => machinesOut, numeric: true },
          { head: "GPUs", cell: ({ gpus }) => gpus, numeric: true },
          { head: "Used by Millrace", cell: ({ gpusOurs }) => gpusOurs, numeric: true },
          { head: "Used by others", cell: ({ gpusOthers }) => gpusOthers, numeric: true },
          { head: "Tasks waiting", cell: ({ waiting }) => waiting, numeric: true },
        ]}
      />
    </Panel>
  );
}
