import type { FreeRow } from "~/domain/capacity/read-free.server";
import { ButtonLink } from "~/ui/button-link";
import { rowKey } from "./reservation/choice";

/** Opens the reservation with this cluster and GPU type. */
export function RentLink({ row }: { row: FreeRow }) {
  return (
    <ButtonLink size="small" to={rentPath(row)} aria-label={`Rent ${row.gpu_type} in ${row.cluster_name}`}>
      Rent
    </ButtonLink>
  );
}

export function rentPath(row: FreeRow): string {
  return `/rent?new=1&row=${rowKey(row)}`;
}
