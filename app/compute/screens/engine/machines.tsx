import type { SerializeFrom } from "@remix-run/node";
import type { EngineKind } from "~/compute/engine";
import { ENGINE_NAMES } from "~/compute/engine-kinds";
import type { Machine } from "~/compute/inside/engines/read-engine.server";
import { CsvLink } from "~/platform/ui/csv-link";
import { Panel } from "~/platform/ui/panel";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";

/** Commands that keep new tasks from a machine. */
const DRAIN: Partial<Record<EngineKind, string>> = {
  slurm: "scontrol update nodename=NAME state=drain reason=millrace",
  kubernetes: "kubectl cordon NAME",
};

interface MachinesProps {
  machines: SerializeFrom<Machine>[];
  kind: EngineKind;
}

/** The engine's machines as it last listed them. They are drained and repaired there. */
export function Machines({ machines, kind }: MachinesProps) {
  const drain = DRAIN[kind];
  return (
    <Panel
      title="Machines"
      lead={`As ${ENGINE_NAMES[kind]} lists them, shared with its other users.${drain ? ` Drain one with: ${drain}` : ""}`}
      padded={false}
      actions={<CsvLink of="machines" />}
    >
      <Table
        caption="Machines of the scheduler"
        rows={machines}
        rowKey={({ name }) => name}
        empty={`${ENGINE_NAMES[kind]} has not listed any machine with GPUs yet.`}
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
