import type { FreeRow } from "~/compute/read-free.server";
import { ButtonLink } from "~/platform/ui/button-link";
import { rowKey } from "../screens/reservation/choice";

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
