import type { EngineKind } from "~/compute/engine";
import { ENGINE_NAMES } from "~/compute/engine-kinds";
import type { FormAnswer } from "~/platform/http/form.server";
import { Badge } from "~/platform/ui/badge";
import { NETWORK_LABELS } from "~/platform/ui/labels";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { CLUSTER, type ClusterView } from "./catalogue-records";
import { EditRow } from "./edit-row";

interface ClustersProps {
  clusters: ClusterView[];
  mayWrite: boolean;
  answer: FormAnswer | undefined;
}

export function Clusters({ clusters, mayWrite, answer }: ClustersProps) {
  const edit = {
    head: <span className="sr-only">Change</span>,
    cell: (cluster: ClusterView) => <EditRow record={CLUSTER} row={cluster} answer={answer} />,
    className: "md:text-right",
  };
  return (
    <Table
      caption="Clusters"
      rows={clusters}
      rowKey={({ name }) => name}
      empty="No clusters yet. Create the first one with ‘New cluster’."
      columns={[
        {
          head: "Cluster",
          cell: ({ name, hiddenAt }) => (
            <span className="inline-flex flex-wrap items-center gap-2 font-medium">
              {name} {hiddenAt ? <Badge>hidden</Badge> : null}
            </span>
          ),
        },
        { head: "Place", cell: ({ position }) => position, numeric: true },
        {
          head: "Networks",
          cell: ({ networks }) => networks.map((network) => NETWORK_LABELS[network] ?? network).join(", "),
        },
        {
          head: "Machines",
          cell: ({ name, engine }) => (
            <TextLink to={`/dashboard/clusters/${name}`}>
              {engine ? ENGINE_NAMES[engine.kind as EngineKind] : "own"}
            </TextLink>
          ),
        },
        ...(mayWrite ? [edit] : []),
      ]}
    />
  );
}
