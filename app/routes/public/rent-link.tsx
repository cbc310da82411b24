import type { FreeRow } from "~/domain/capacity/read-free.server";
import { ButtonLink } from "~/ui/button-link";

/** Opens the reservation with this cluster and GPU type. */
export function RentLink({ row }: { row: FreeRow }) {
  return (
    <ButtonLink
      size="small"
      to={`/rent?new=1&row=${row.cluster_name}:${row.gpu_type}`}
      aria-label={`Rent ${row.gpu_type} in ${row.cluster_name}`}
    >
      Rent
    </ButtonLink>
  );
}
