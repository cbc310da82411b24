import { Panel } from "~/platform/ui/panel";
import { LogPanel } from "../log-panel";
import type { TabProps } from "./props";

/** Output of the task. */
export default function Logs({ job, loaded }: TabProps) {
  if (!loaded.log) {
    return (
      <Panel title="Log">
        <p className="text-sm text-muted">Only the customer’s own team sees the output of a task.</p>
      </Panel>
    );
  }
  return <LogPanel key={job.resv_guid} resvGuid={job.resv_guid} log={loaded.log} unfinished={job.ts_finished === 0} />;
}
