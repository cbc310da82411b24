import type { JobRow } from "~/compute/list-jobs.server";
import { LOAD_POINTS } from "~/compute/load-span";
import type { ShownLoad } from "~/platform/live/use-load";
import { classes } from "~/platform/ui/classes";
import { Sparkline } from "~/platform/ui/sparkline";

interface LoadCellProps {
  job: JobRow;
  load: ShownLoad;
  /** True if its GPUs, and so their load, are simulated. */
  simulated: boolean;
}

/** GPU load of a task: its newest figure, grey once it is old, and a line of the last two minutes. */
export function LoadCell({ job, load, simulated }: LoadCellProps) {
  const image = load.images?.[job.task_name];
  const points = load.loads?.[job.task_name] ?? [];
  const newest = points.at(-1) ?? null;
  const isStale = load.stale?.includes(job.task_name) ?? false;
  const what = `${simulated ? "Simulated GPU load" : "Load"} of ${job.task_name}`;
  const label = newest === null ? `${what}: not known yet` : `${what}: ${Math.round(newest)}%`;
  if (image !== undefined) return <img src={`data:image/jpeg;base64,${image}`} alt={what} width={96} height={24} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2 md:min-w-19">
      <Sparkline label={label} points={lastPoints(points)} max={100} width={32} height={24} />
      <span className={classes("min-w-9 tabular-nums", isStale && "text-muted")}>
        {newest === null ? "–" : `${Math.round(newest)}%`}
      </span>
      {simulated || isStale ? (
        <small className="w-full text-muted">{isStale ? "no report for a while" : "simulated"}</small>
      ) : null}
    </span>
  );
}

/** Fills a line from the right until its two minutes are complete. */
function lastPoints(points: number[]): (number | null)[] {
  return [...Array<null>(Math.max(0, LOAD_POINTS - points.length)).fill(null), ...points];
}
