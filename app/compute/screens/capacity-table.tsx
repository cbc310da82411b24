import type { FreeRow } from "~/compute/read-free.server";
import { type Column, Table } from "~/platform/ui/table";
import { RentLink } from "../views/rent-link";

interface CapacityTableProps {
  free: FreeRow[];
  /** Columns after the documented ones. */
  more?: Column<FreeRow>[];
  /** Offers to rent each row; on a phone next to its name. */
  rents?: boolean;
}

/** Free GPUs per cluster and GPU type. */
export function CapacityTable({ free, more = [], rents = false }: CapacityTableProps) {
  return (
    <Table
      caption="Free capacity per cluster and GPU type"
      rows={free}
      rowKey={(row) => `${row.cluster_name}:${row.gpu_type}`}
      empty="No GPUs are offered at the moment. This page shows them as soon as a node reports."
      columns={[
        {
          head: "Cluster",
          cell: ({ cluster_name, shared }) => (
            <>
              {cluster_name}
              {shared ? <span className="block text-xs font-normal text-muted">shared with others</span> : null}
            </>
          ),
          className: rents ? "font-medium max-md:col-[1]" : "font-medium",
        },
        { head: "GPU type", cell: (row) => row.gpu_type, className: "max-md:col-span-full" },
        {
          head: <Head name="Nodes" what="completely free" />,
          label: "Nodes",
          cell: (row) => row.free_nodes,
          numeric: true,
        },
        { head: <Head name="GPUs" what="on free nodes" />, label: "GPUs", cell: (row) => row.free_gpus, numeric: true },
        {
          head: <Head name="Fragmented GPUs" what="on nodes partly in use" />,
          label: "Fragmented GPUs",
          cell: (row) => row.free_fragmented_gpus,
          numeric: true,
        },
        ...more,
        ...(rents ? [RENT] : []),
      ]}
    />
  );
}

/** A documented heading, and its meaning. */
function Head({ name, what }: { name: string; what: string }) {
  return (
    <>
      {name}
      <span className="block text-xs font-normal">{what}</span>
    </>
  );
}

const RENT: Column<FreeRow> = {
  head: <span className="sr-only">Rent</span>,
  cell: (row) => <RentLink row={row} />,
  className: "max-md:-order-2 max-md:col-[4/-1] max-md:-my-1 max-md:justify-self-end md:text-right",
};
