import type { ReactNode } from "react";
import type { JobRow } from "~/compute/list-jobs.server";
import { Panel } from "~/platform/ui/panel";

interface NotYetProps {
  job: JobRow;
  title: string;
  /** Text shown instead once the task has ended. */
  ended: string;
  children: ReactNode;
}

/** Placeholder for a tab that has content only once the task runs. */
export function NotYet({ job, title, ended, children }: NotYetProps) {
  return (
    <Panel title={title}>
      <p className="text-sm text-muted">{job.ts_finished === 0 ? children : ended}</p>
    </Panel>
  );
}
