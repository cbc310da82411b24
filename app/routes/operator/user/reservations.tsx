import type { Reservation } from "~/domain/accounts/read-user-stats.server";
import { Badge } from "~/ui/badge";
import { formatGpus } from "~/ui/format";
import { Popup } from "~/ui/popup";
import { Table } from "~/ui/table";
import { Time } from "~/ui/time";
import { PostForm } from "~/ui/post-form";
import { SubmitButton } from "~/ui/submit-button";

interface ReservationsProps {
  reservations: Reservation[];
  mayKill: boolean;
}

/** The user's reservations, newest first; 'active' while they are not finished (2.4). */
export function Reservations({ reservations, mayKill }: ReservationsProps) {
  return (
    <Table
      caption="Reservations"
      rows={reservations}
      rowKey={(row) => row.resv_guid}
      empty="No reservations"
      columns={[
        { head: "Task ID", cell: (row) => row.resv_guid, className: "font-mono text-xs break-all" },
        { head: "Cluster", cell: (row) => row.cluster_name },
        { head: "Image", cell: (row) => row.tenant_image, className: "[overflow-wrap:anywhere] md:min-w-32" },
        {
          head: "GPUs",
          cell: (row) => formatGpus(row.gpus_min, row.gpu_type),
          className: "whitespace-nowrap",
        },
        { head: "Finished", cell: (row) => <Finished row={row} /> },
        ...(mayKill
          ? [
              {
                head: <span className="sr-only">Kill</span>,
                className: "md:text-right",
                cell: (row: Reservation) => (row.ts_finished === 0 ? <Kill row={row} /> : null),
              },
            ]
          : []),
      ]}
    />
  );
}

function Finished({ row }: { row: Reservation }) {
  return row.ts_finished === 0 ? <Badge tone="ok">active</Badge> : <Time epochSeconds={row.ts_finished} />;
}

function Kill({ row }: { row: Reservation }) {
  return (
    <Popup button="Kill" buttonLabel={`Kill ${row.resv_guid}`} title="Are you sure?" size="small">
      <KillTaskForm resvGuid={row.resv_guid} />
    </Popup>
  );
}

/** Ends a customer's task in the operator's name; the customer is told (6.2). */
function KillTaskForm({ resvGuid }: { resvGuid: string }) {
  return (
    <PostForm intent="kill-task" className="flex flex-col gap-4">
      <input type="hidden" name="resv_guid" value={resvGuid} />
      <p className="text-sm">The customer’s task ends, what it has not saved elsewhere is lost, and they are told.</p>
      <div>
        <SubmitButton look="danger" intent="kill-task">
          Kill task
        </SubmitButton>
      </div>
    </PostForm>
  );
}
