import type { JobRow } from "~/compute/list-jobs.server";
import type { SshReport } from "~/compute/screens/ssh-report";
import type { LoadedTask } from "../load-task.server";

/** Props of each tab of a task's screen. */
export interface TabProps {
  /** Task in its present state. */
  job: JobRow;
  loaded: LoadedTask;
  /** Errors of the screen's fields after a refused form. */
  errors: Partial<Record<string, string[] | null>>;
  /** Last report of the SSH doctor. */
  report: SshReport | null;
  /** Token of its ports, once it was requested. */
  portToken: string | null;
}
