import { formatMb, formatTime } from "~/ui/format";
import { LineChart } from "~/ui/line-chart";

export interface Metrics {
  points_ts: number[];
  gpu_busy: (number | null)[];
  gpu_mem_mb: (number | null)[];
  cpu_pct: (number | null)[];
  mem_mb: (number | null)[];
}

const percent = (value: number) => `${Math.round(value)}%`;

/** Load of the task over the last hour; GPU lines only where its GPUs report. */
export function Charts({ metrics }: { metrics: Metrics }) {
  const shared = { pointsTs: metrics.points_ts, formatTs: formatTime };
  const gpuKnown = metrics.gpu_busy.some((value) => value !== null);
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {gpuKnown ? (
        <>
          <LineChart title="GPU busy" values={metrics.gpu_busy} max={100} format={percent} {...shared} />
          <LineChart title="GPU memory" values={metrics.gpu_mem_mb} format={formatMb} {...shared} />
        </>
      ) : null}
      <LineChart title="CPU" values={metrics.cpu_pct} format={percent} {...shared} />
      <LineChart title="Memory" values={metrics.mem_mb} format={(mb) => `${Math.round(mb)} MB`} {...shared} />
    </div>
  );
}
