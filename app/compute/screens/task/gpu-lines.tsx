import type { GpuLoad } from "~/compute/inside/tasks/read-gpu-load.server";
import { Sparkline } from "~/platform/ui/sparkline";
import { gpuNames } from "./gpu-name";

interface GpuLinesProps {
  gpus: GpuLoad[];
  format: (percent: number) => string;
  formatMb: (mb: number) => string;
}

/** Each GPU with its present figures, and a line of its use over the charts' range. */
export function GpuLines({ gpus, format, formatMb }: GpuLinesProps) {
  const names = gpuNames(gpus);
  return (
    <div>
      <p className="mb-2 text-sm text-muted">Each GPU, numbered as nvidia-smi numbers them in the task.</p>
      <ul aria-label="Each GPU" className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-3">
        {gpus.map((gpu, at) => {
          const busy = lastKnown(gpu.busy);
          const memory = lastKnown(gpu.mem_mb);
          const name = names[at] ?? "";
          return (
            <li key={name} className="rounded-control border p-3 text-sm">
              <p className="mb-2 flex justify-between gap-2">
                <span className="font-medium">{name}</span>
                <span className="text-muted tabular-nums">
                  {busy === null ? "–" : format(busy)} · {memory === null ? "–" : formatMb(memory)}
                </span>
              </p>
              <Sparkline label={`${name} busy over time`} points={gpu.busy} max={100} fluid />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function lastKnown(values: (number | null)[]): number | null {
  return values.filter((value) => value !== null).at(-1) ?? null;
}
