import { Badge } from "~/platform/ui/badge";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatGpus } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { KillTask } from "./kill-task";
import { TaskName } from "./task-name";
import type { ReservationView } from "./user-views.server";

interface ReservationsProps {
  reservations: ReservationView[];
  mayKill: boolean;
  seesMoney: boolean;
}

/** The user's reservations, newest first; 'active' until they finish (2.4). */
export function Reservations({ reservations, mayKill, seesMoney }: ReservationsProps) {
  return (
    <Table
      caption="Reservations"
      rows={reservations}
      rowKey={(row) => row.resv_guid}
      empty="No reservations. Each task appears here once it is accepted."
      columns={[
        { head: "Task", cell: (row) => <TaskName task={row} />, className: "[overflow-wrap:anywhere] md:min-w-48" },
        { head: "Cluster", cell: (row) => row.cluster_name },
        { head: "Image", cell: (row) => row.tenant_image, className: "[overflow-wrap:anywhere] md:min-w-32" },
        {
          head: "GPUs",
          cell: (row) => formatGpus(row.gpus_min, row.gpu_type),
          className: "whitespace-nowrap",
        },
        { head: "Finished", cell: (row) => <Finished row={row} /> },
        {
          head: <span className="sr-only">Actions</span>,
          className: "md:text-right",
          cell: (row) => (
            <span className="inline-flex flex-wrap items-center gap-2 md:justify-end">
              {seesMoney ? (
                <ButtonLink
                  size="small"
                  look="quiet"
                  to={`/dashboard/refund?task=${row.resv_guid}`}
                  aria-label={`Refund ${row.task_name}`}
                >
                  Refund
                </ButtonLink>
              ) : null}
              {mayKill && row.ts_finished === 0 ? <KillTask taskName={row.task_name} resvGuid={row.resv_guid} /> : null}
            </span>
          ),
        },
      ]}
    />
  );
}

function Finished({ row }: { row: ReservationView }) {
  if (row.ts_finished === 0) return <Badge tone="ok">active</Badge>;
  return (
    <>
      <Time epochSeconds={row.ts_finished} />
      {row.stopped_by === null ? null : <span className="block text-xs text-muted">killed by {row.stopped_by}</span>}
    </>
  );
}
