import type { ReactNode } from "react";
import type { JobRow } from "~/compute/list-jobs.server";
import { shownName } from "~/compute/task-tags";
import { formatCents } from "~/platform/ui/format";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { CostSoFar } from "~/payments/views/charge";

interface KillFormProps {
  job: JobRow;
  /** Button that keeps the task. It comes first and has the focus, so that an extra key press ends nothing. */
  cancel: ReactNode;
}

interface KillPartProps extends Omit<KillFormProps, "cancel"> {
  /** Null for the short form, which leads back to this page. */
  cancel: ReactNode;
  back: string;
}

/** Content of the kill popups and of the kill page; its script loads with the first one. */
export default function KillPart({ job, cancel, back }: KillPartProps) {
  return cancel === null ? <PlainKillForm job={job} back={back} /> : <KillForm job={job} cancel={cancel} />;
}

/** The confirmed kill: what ends, what it has cost, what is lost and what stays. */
function KillForm({ job, cancel }: KillFormProps) {
  return (
    <PostForm intent="kill" className="flex flex-col gap-4 text-sm">
      <KillFields job={job} />
      <div>
        <p className="text-base font-semibold [overflow-wrap:anywhere]">{shownName(job)}</p>
        {job.display_name === "" ? null : <p className="font-mono text-xs text-muted">{job.task_name}</p>}
      </div>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <dt className="text-muted">Cost so far</dt>
        <dd className="font-medium tabular-nums">
          <CostSoFar job={job} />
          {job.status === "running" ? (
            <span className="font-normal text-muted">, and {formatCents(job.pph)} per hour ends</span>
          ) : null}
        </dd>
        <dt className="text-muted">Lost</dt>
        <dd className="first-letter:uppercase">{lostOf(job)}.</dd>
        <dt className="text-muted">Kept</dt>
        <dd>Its volumes, its log for 7 days, its events and its bill. ‘Start again’ uses the same settings.</dd>
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        {cancel}
        <SubmitButton look="danger">Kill task</SubmitButton>
      </div>
    </PostForm>
  );
}

/** Short form of the same text, because a list of fifty tasks repeats it fifty times. */
function PlainKillForm({ job, back }: { job: JobRow; back: string }) {
  return (
    <PostForm intent="kill" className="flex flex-col gap-3 text-sm">
      <KillFields job={job} />
      <p>
        <strong>{shownName(job)}</strong> has cost <CostSoFar job={job} />. You lose {lostOf(job)}. Its volumes are
        kept, its log for 7 days, and its events and bill permanently.
      </p>
      <p>
        <a href={back} className="button button-secondary">
          Cancel
        </a>{" "}
        <button className="button button-danger">Kill task</button>
      </p>
    </PostForm>
  );
}

function KillFields({ job }: { job: JobRow }) {
  return (
    <>
      <input type="hidden" name="task_name" value={job.task_name} />
      <input type="hidden" name="confirm" value="1" />
    </>
  );
}

function lostOf({ state }: JobRow): string {
  if (state === "queued") return "its place in the queue";
  return "its running programs, and everything on its own disk that is not saved elsewhere";
}
