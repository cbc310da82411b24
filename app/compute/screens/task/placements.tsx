import { type Column, Table } from "~/platform/ui/table";

interface PlacementShown {
  placement_id: string;
  /** Node of the task, from 1. */
  node: number;
  /** Staff only. */
  node_name?: string;
  gpus: number[];
  state: string;
}

const NUMBER: Column<PlacementShown> = { head: "Node", cell: (placement) => `Node ${placement.node}` };
const NAME: Column<PlacementShown> = { head: "Machine", cell: (placement) => placement.node_name };

/** Parts of a gang, by their GPU ids; only staff see the node's name. */
export function Placements({ placements }: { placements: PlacementShown[] }) {
  return (
    <Table
      caption="Placements"
      rows={placements}
      rowKey={(placement) => placement.placement_id}
      empty="Not placed yet"
      columns={[
        ...(placements.length > 1 ? [NUMBER] : []),
        {
          head: "Placement",
          cell: (placement) => placement.placement_id.slice(0, 8),
          className: "font-mono text-xs",
        },
        ...(placements.some((placement) => placement.node_name) ? [NAME] : []),
        { head: "GPU ids", cell: (placement) => placement.gpus.join(", ") },
        { head: "State", cell: (placement) => placement.state },
      ]}
    />
  );
}
