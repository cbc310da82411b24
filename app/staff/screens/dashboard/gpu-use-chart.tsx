import { Chart } from "~/platform/ui/chart/chart";
import { formatPercent, formatTime } from "~/platform/ui/format";
import { Table } from "~/platform/ui/table";
import type { GpuUseView } from "./read-gpu-use.server";

const HEIGHT = 280;
const HOUR_LABELS = 6;

/** The share of GPUs in service held by tasks in each of the last 24 hours, by cluster. */
export function GpuUseChart({ gpuUse: { names, hours } }: { gpuUse: GpuUseView }) {
  return (
    <Chart
      title="Share of in-service GPUs that were busy, last 24 hours"
      height={HEIGHT}
      figure={{
        data: names.map((name, index) => ({
          type: "scatter",
          mode: "lines+markers",
          name,
          x: hours.map(({ ts }) => new Date(ts * 1000).toISOString().slice(0, 16)),
          y: hours.map(({ shares }) => percentOf(shares[index])),
        })),
        layout: { yTitle: "percent", yRange: [0, 100], xLabels: HOUR_LABELS },
      }}
      empty="No GPU was busy in the last 24 hours. The share of busy GPUs is sampled every minute."
    >
      <Table
        caption="GPUs busy of those in service"
        rows={hours}
        rowKey={({ ts }) => ts}
        empty="No samples yet"
        columns={[
          { head: "Hour", cell: ({ ts }) => formatTime(ts) },
          ...names.map((name, index) => ({
            head: name,
            cell: ({ shares }: GpuUseView["hours"][number]) => shareText(shares[index]),
            numeric: true,
          })),
        ]}
      />
    </Chart>
  );
}

function percentOf(share: number | null | undefined): number | null {
  return share == null ? null : Math.round(share * 1000) / 10;
}

function shareText(share: number | null | undefined): string {
  return share == null ? "–" : formatPercent(Math.round(share * 10_000), 10_000);
}
