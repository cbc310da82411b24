import type { SerializeFrom } from "@remix-run/node";
import type { Machine } from "~/compute/inside/engines/read-engine.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";

/** Slurm's machines as it last listed them. They are drained and repaired there. */
export function Machines({ machines }: { machines: SerializeFrom<Machine>[] }) {
  return (
    <Panel
      title="Machines"
      lead="As Slurm lists them, shared with its other users. Drain one with: scontrol update nodename=NAME state=drain reason=millrace"
      padded={false}
      actions={<CsvLink of="machines" />}
    >
      <Table
        caption="Machines of the scheduler"
        rows={machines}
        rowKey={({ name }) => name}
        empty="Slurm has not listed any machine of this partition yet."
        columns={[
          { head: "Machine", cell: ({ name }) => name, className: "font-medium" },
          { head: "GPU type", cell: ({ gpuType }) => gpuType ?? <span className="text-warn">not mapped</span> },
          { head: "GPUs", cell: ({ gpus }) => gpus, numeric: true },
          { head: "In use", cell: ({ gpusInUse }) => gpusInUse, numeric: true },
          { head: "By Millrace", cell: ({ gpusOurs }) => gpusOurs, numeric: true },
          {
            head: "State",
            cell: ({ takesJobs, why }) => (
              <StatusDot tone={takesJobs ? "ok" : "warn"}>{takesJobs ? "Takes jobs" : why}</StatusDot>
            ),
          },
        ]}
      />
    </Panel>
  );
}
