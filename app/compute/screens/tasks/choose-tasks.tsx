import type { JobRow } from "~/compute/list-jobs.server";
import { shownName } from "~/compute/task-tags";
import { classes } from "~/platform/ui/classes";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { END_TASKS } from "./end-panel";

/** Form for several tasks. Its checkboxes are in the rows of the table, which has other forms. */
const FORM = "end-tasks";

export function isEndable({ ts_finished, state }: JobRow): boolean {
  return ts_finished === 0 && state !== "stopping";
}

/** A checkbox that selects a task to end. Without script it is shown only on a page that does not reload itself. */
export function ChooseTask({ job, find }: { job: JobRow; find: boolean }) {
  return (
    <label className={classes("inline-flex items-center gap-2", !find && "noscript:hidden")}>
      <input type="checkbox" form={FORM} name="task" value={job.resv_guid} aria-label={`Choose ${shownName(job)}`} />
    </label>
  );
}

/** Ends the chosen tasks, after a question. */
export function EndChosen({ find }: { find: boolean }) {
  return (
    <PostForm
      id={FORM}
      intent={END_TASKS}
      className={classes(
        "flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-4 py-3 sm:px-5",
        !find && "noscript:hidden",
      )}
    >
      <SubmitButton intent={END_TASKS} look="secondary" size="small">
        Kill selected tasks
      </SubmitButton>
      <span className="text-sm text-muted">You confirm once for all of them.</span>
    </PostForm>
  );
}
