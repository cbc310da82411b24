import type { FreeRow } from "~/domain/capacity/read-free.server";
import type { Prices } from "~/domain/pricing/cost";
import { NETWORK_LABELS } from "~/ui/labels";
import { CapacityTable } from "../capacity-table";
import { RentLink } from "../rent-link";

/** The catalogue per cluster and GPU type, with a link that opens the reservation with that choice. */
export function Resources({ free, prices }: { free: FreeRow[]; prices: Prices }) {
  return (
    <CapacityTable
      free={free}
      prices={prices}
      more={[
        {
          head: "Networks",
          cell: (row) => row.networks.map((network) => NETWORK_LABELS[network] ?? network).join(", "),
        },
        {
          head: <span className="sr-only">Rent</span>,
          cell: (row) => <RentLink row={row} />,
          className: "md:text-right",
        },
      ]}
    />
  );
}
