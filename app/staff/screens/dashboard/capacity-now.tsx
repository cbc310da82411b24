import { counted } from "~/platform/counted";
import { GPUS_COUNTED } from "~/compute/gpus-counted";
import { CsvLink } from "~/platform/ui/csv-link";
import { formatPercent } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Unread } from "~/platform/ui/unread";
import { GpuUseChart } from "./gpu-use-chart";
import type { GpuUseView } from "./read-gpu-use.server";

const ALL = "All clusters";

/** GPUs busy, in service and out of service in each cluster, and their use in the last day. */
export function CapacityPanel({ gpuUse, advice }: { gpuUse: GpuUseView | null; advice: number }) {
  return (
    <Panel title="Capacity" actions={<CsvLink table="gpu-use" of="use of GPUs" />}>
      {gpuUse ? (
        <div className="flex flex-col gap-4">
          <Clusters gpuUse={gpuUse} />
          <GpuUseChart gpuUse={gpuUse} />
          {advice > 0 ? (
            <TextLink to="/dashboard/rehearsal">{`${counted(advice, "piece")} of advice from the last 30 days`}</TextLink>
          ) : null}
        </div>
      ) : (
        <Unread />
      )}
    </Panel>
  );
}

function Clusters({ gpuUse: { now, total } }: { gpuUse: GpuUseView }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="rounded-panel border bg-surface shadow-panel">
        <Table
          caption="GPUs by cluster"
          compact
          rows={now.length > 1 ? [...now, { cluster: ALL, ...total }] : now}
          rowKey={({ cluster }) => cluster}
          rowClass={({ cluster }) => (cluster === ALL ? "font-semibold" : undefined)}
          empty="No node is enrolled"
          columns={[
            { head: "GPUs", cell: ({ cluster }) => cluster },
            { head: "Busy", cell: ({ busy }) => busy, numeric: true },
            { head: "In service", cell: ({ inService }) => inService, numeric: true },
            { head: "Out of service", cell: ({ outOfService }) => outOfService, numeric: true },
            { head: "Share", cell: ({ busy, inService }) => formatPercent(busy, inService), numeric: true },
          ]}
        />
      </div>
      <p className="text-sm text-pretty text-muted">{GPUS_COUNTED}</p>
    </div>
  );
}
