import { LoadPanel } from "../load-panel";
import { NotYet } from "../not-yet";
import type { TabProps } from "./props";

/** Use of the machine by the task, GPUs first. */
export default function Metrics({ job, loaded: { metrics } }: TabProps) {
  if (!metrics) return null;
  if (job.ts_started === 0) {
    return (
      <NotYet job={job} title="Load" ended="The task never ran, so there is nothing to show.">
        Its load is shown as soon as it runs.
      </NotYet>
    );
  }
  return <LoadPanel job={job} metrics={metrics} range={metrics.range} />;
}
