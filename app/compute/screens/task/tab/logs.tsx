import { LogPanel } from "../log-panel";
import type { TabProps } from "./props";

/** Output of the task. */
export default function Logs({ job, loaded }: TabProps) {
  if (!loaded.log) return null;
  return <LogPanel key={job.resv_guid} resvGuid={job.resv_guid} log={loaded.log} unfinished={job.ts_finished === 0} />;
}
