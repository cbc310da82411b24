import type { TaskMetrics } from "~/compute/inside/tasks/read-task-metrics.server";
import { wallSeconds } from "~/platform/time-zone";
import { formatDayMonth, formatMb, formatTime } from "~/platform/ui/format";
import { LineChart } from "~/platform/ui/line-chart";
import { useZone } from "~/platform/ui/zone";
import { GpuLines } from "./gpu-lines";
import { gpuNames } from "./gpu-name";
import { type Figure, LoadTable } from "./load-table";

const DAY_S = 86_400;
const ONE_CORE_PCT = 100;
const MB_PER_GB = 1024;

const percent = (value: number) => `${Math.round(value)}%`;
const megabytes = (mb: number) => `${Math.round(mb)} MB`;

interface ChartsProps {
  metrics: TaskMetrics;
  /** Seconds that the charts reach back. */
  range: number;
}

/** Load of the task over the range, GPUs first, if they report. The numbers are below as a table. */
export function Charts({ metrics, range }: ChartsProps) {
  const zone = useZone();
  const formatTs = (ts: number) => {
    const wall = wallSeconds(ts, zone);
    return range > DAY_S ? `${formatDayMonth(wall)} ${formatTime(wall)}` : formatTime(wall);
  };
  const figures = figuresOf(metrics);
  const names = gpuNames(metrics.gpus);
  return (
    <div className="flex flex-col gap-6">
      {metrics.simulated && metrics.gpus.length > 0 ? (
        <p className="text-sm text-muted">
          The GPUs of this demo machine are simulated: their figures follow the load of the CPU.
        </p>
      ) : null}
      <div className="grid gap-6 md:grid-cols-2">
        {figures.map((figure) => (
          <LineChart key={figure.title} {...figure} pointsTs={metrics.points_ts} formatTs={formatTs} />
        ))}
      </div>
      {metrics.gpus.length > 1 ? <GpuLines gpus={metrics.gpus} format={percent} formatMb={formatMb} /> : null}
      <LoadTable
        pointsTs={metrics.points_ts}
        formatTs={formatTs}
        figures={[...figures, ...metrics.gpus.flatMap((gpu, at) => gpuFigures(gpu, names[at] ?? ""))]}
      />
    </div>
  );
}

function figuresOf({ gpu_busy, gpu_mem_mb, cpu_pct, mem_mb, simulated }: TaskMetrics): Figure[] {
  const mark = simulated ? ", simulated" : "";
  const gpuKnown = gpu_busy.some((value) => value !== null);
  return [
    ...(gpuKnown
      ? [
          { title: `GPU busy${mark}`, values: gpu_busy, max: 100, format: percent },
          { title: `GPU memory${mark}`, values: gpu_mem_mb, max: atLeast(MB_PER_GB, gpu_mem_mb), format: formatMb },
        ]
      : []),
    { title: "CPU, 100% is one core", values: cpu_pct, max: atLeast(ONE_CORE_PCT, cpu_pct), format: percent },
    { title: "Memory", values: mem_mb, format: megabytes },
  ];
}

/** Smallest upper end of an axis, so that an almost idle task looks idle. */
function atLeast(least: number, values: (number | null)[]): number {
  return Math.max(least, ...values.map((value) => value ?? 0));
}

function gpuFigures({ busy, mem_mb }: TaskMetrics["gpus"][number], name: string): Figure[] {
  return [
    { title: `${name} busy`, values: busy, format: percent },
    { title: `${name} memory`, values: mem_mb, max: atLeast(MB_PER_GB, mem_mb), format: formatMb },
  ];
}
