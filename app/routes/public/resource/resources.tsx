import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { Prices } from "~/domain/pricing/cost";
import { sizingOf } from "~/domain/pricing/sizing";
import { ButtonLink } from "~/ui/button-link";
import { formatGb } from "~/ui/format";
import { CapacityTable } from "../capacity-table";

/** The catalogue per cluster and GPU type, with a link that opens the reservation with that choice. */
export function Resources({ free, prices }: { free: FreeRow[]; prices: Prices }) {
  return (
    <CapacityTable
      free={free}
      prices={prices}
      more={[
        { head: "Networks", cell: (row) => row.networks.join(", ") },
        { head: "Per GPU", cell: () => <Share />, className: "text-muted" },
        {
          head: <span className="sr-only">Rent</span>,
          cell: (row) => (
            <ButtonLink
              size="small"
              to={`/rent?new=1&row=${row.cluster_name}:${row.gpu_type}`}
              aria-label={`Rent ${row.gpu_type} in ${row.cluster_name}`}
            >
              Rent
            </ButtonLink>
          ),
          className: "md:text-right",
        },
      ]}
    />
  );
}

function Share() {
  const { ramGb, ssdGb, vcpu } = sizingOf(1);
  return (
    <>
      {formatGb(ramGb)} RAM, {formatGb(ssdGb)} SSD, {vcpu} vCPU
    </>
  );
}
