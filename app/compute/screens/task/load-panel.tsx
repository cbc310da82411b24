import type { JobRow } from "~/compute/list-jobs.server";
import type { MetricsRange, TaskMetrics } from "~/compute/inside/tasks/read-task-metrics.server";
import { ChoiceLinks } from "~/platform/ui/choice-links";
import { Panel } from "~/platform/ui/panel";
import { Charts } from "./charts";
import { RANGES } from "./range";
import { useFreshMetrics } from "./use-fresh-metrics";

interface LoadPanelProps {
  job: JobRow;
  metrics: TaskMetrics;
  range: MetricsRange;
}

/** Use of processor, memory and GPUs by the task, over one of three ranges. */
export function LoadPanel({ job, metrics: loaded, range }: LoadPanelProps) {
  const running = job.status === "running";
  const metrics = useFreshMetrics(loaded, { resvGuid: job.resv_guid, range, running });
  // A task that may still report shows empty charts, so that nothing jumps when the first points arrive.
  const charted = metrics.points_ts.length > 0 || job.ts_finished === 0;
  return (
    <Panel
      id="load"
      title="Load"
      actions={
        <ChoiceLinks
          label="Range of the charts"
          choices={RANGES.map(({ seconds, label }) => ({
            label,
            to: `?tab=metrics&range=${seconds}`,
            current: seconds === range,
          }))}
        />
      }
    >
      {charted ? (
        <Charts metrics={metrics} range={range} />
      ) : (
        <p className="text-sm text-muted">No load is kept for this range.</p>
      )}
    </Panel>
  );
}
