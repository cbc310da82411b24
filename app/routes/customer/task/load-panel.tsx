import type { JobRow } from "~/domain/tasks/list-jobs.server";
import type { MetricsRange, TaskMetrics } from "~/domain/tasks/read-task-metrics.server";
import { ChoiceLinks } from "~/ui/choice-links";
import { Panel } from "~/ui/panel";
import { Charts } from "./charts";
import { RANGES } from "./range";
import { useFreshMetrics } from "./use-fresh-metrics";

interface LoadPanelProps {
  job: JobRow;
  metrics: TaskMetrics;
  range: MetricsRange;
}

/** What the task used of processor, memory and GPUs, over one of three ranges. */
export function LoadPanel({ job, metrics: loaded, range }: LoadPanelProps) {
  const running = job.status === "running";
  const metrics = useFreshMetrics(loaded, { resvGuid: job.resv_guid, range, running });
  const known = metrics.points_ts.length > 1;
  return (
    <Panel
      id="load"
      title="Load"
      actions={
        <ChoiceLinks
          label="Range of the charts"
          choices={RANGES.map(({ seconds, label }) => ({
            label,
            to: `?range=${seconds}#load`,
            current: seconds === range,
          }))}
        />
      }
    >
      {known ? (
        <Charts metrics={metrics} range={range} />
      ) : (
        <p className="text-sm text-muted">
          {job.ts_finished === 0
            ? "No load yet. The first points come a few seconds after the task runs."
            : "No load is kept for this range."}
        </p>
      )}
    </Panel>
  );
}
