import type { JobRow } from "~/compute/list-jobs.server";
import type { SshReport } from "~/compute/screens/ssh-report";
import type { LoadedTask } from "../load-task.server";

/** What each tab of a task's screen is given. */
export interface TabProps {
  /** As it is now. */
  job: JobRow;
  loaded: LoadedTask;
  /** What a refused form of the screen says about its fields. */
  errors: Partial<Record<string, string[] | null>>;
  /** What the SSH doctor has just found. */
  report: SshReport | null;
  /** The token of its ports, when it was asked for. */
  portToken: string | null;
}
