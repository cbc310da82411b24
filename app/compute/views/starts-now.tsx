import { GPU_CHOICES } from "~/compute/gpu-sizes";
import type { FreeRow } from "~/compute/read-free.server";
import { classes } from "~/platform/ui/classes";
import { reservationGpuLabel } from "~/platform/ui/gpu-choice";

/** Each number of GPUs of a row: whether it would start now or has to queue (S3). */
export function StartsNow({ row }: { row: FreeRow }) {
  const fits = new Set<number>(Object.values(row.fits).flat());
  return (
    <ul className="flex flex-wrap gap-1" aria-label="GPU choices">
      {GPU_CHOICES.map((gpus) => (
        <li
          key={gpus}
          className={classes(
            "rounded px-1.5 py-0.5 text-xs whitespace-nowrap tabular-nums",
            fits.has(gpus) ? "bg-ok-soft font-medium text-ok" : "text-muted line-through",
          )}
        >
          {reservationGpuLabel(gpus)}
          <span className="sr-only">{fits.has(gpus) ? " starts now" : " has to queue"}</span>
        </li>
      ))}
    </ul>
  );
}
