import type { JobRow } from "~/compute/list-jobs.server";
import { shownName } from "~/compute/task-tags";
import { formatCents, formatGpus } from "~/platform/ui/format";
import { Panel } from "~/platform/ui/panel";
import { PostForm } from "~/platform/ui/post-form";
import { SubmitButton } from "~/platform/ui/submit-button";
import { Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { CostSoFar } from "~/payments/views/charge";
import type { EndAnswer } from "./end-answer";

export const END_TASKS = "end-tasks";

/** Before several tasks end: which ones, and their cost; after: the result of each, unless all ended. */
export function EndPanel({ answer }: { answer: EndAnswer }) {
  if ("endable" in answer) return <Question jobs={answer.endable} />;
  return (
    <Panel title="Some tasks could not be stopped">
      <ul className="flex flex-col gap-1.5 text-sm">
        {answer.ended.map(({ resv_guid, done, message }) => (
          <li key={resv_guid} className={done ? "text-muted" : "font-medium text-danger"}>
            {message}
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm">
        <TextLink to="/tasks">Back to the tasks</TextLink>
      </p>
    </Panel>
  );
}

function Question({ jobs }: { jobs: JobRow[] }) {
  if (jobs.length === 0) {
    return (
      <Panel title="Nothing to kill">
        <p className="text-sm">
          These tasks have ended already. <TextLink to="/tasks">Back to the tasks</TextLink>
        </p>
      </Panel>
    );
  }
  const what = jobs.length === 1 ? "1 task" : `${jobs.length} tasks`;
  const pph = jobs.reduce((sum, job) => sum + (job.status === "running" ? job.pph : 0), 0);
  return (
    <Panel
      title={`Kill ${what}?`}
      lead="Running tasks end now, and waiting ones leave the queue. Their disks are erased: anything not saved elsewhere is lost."
      padded={false}
    >
      <Table
        caption="Tasks to kill"
        rows={jobs}
        rowKey={(job) => job.resv_guid}
        empty={null}
        columns={[
          { head: "Task Name", cell: shownName, className: "font-medium [overflow-wrap:anywhere]" },
          { head: "GPUs", cell: (job) => formatGpus(job.gpus, job.gpu_type), className: "whitespace-nowrap" },
          { head: "State", cell: (job) => job.state },
          { head: "Cost so far", cell: (job) => <CostSoFar job={job} />, numeric: true },
          { head: "Per hour", cell: (job) => formatCents(job.pph), numeric: true },
        ]}
      />
      <PostForm
        intent={END_TASKS}
        action="/tasks"
        className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t px-4 py-4 sm:px-5"
      >
        {jobs.map((job) => (
          <input key={job.resv_guid} type="hidden" name="task" value={job.resv_guid} />
        ))}
        <input type="hidden" name="confirm" value="1" />
        <SubmitButton intent={END_TASKS} look="danger">
          Kill {what}
        </SubmitButton>
        <TextLink to="/tasks">Keep them</TextLink>
        {pph > 0 ? (
          <span className="text-sm text-muted tabular-nums">
            {formatCents(pph)} per hour will no longer be charged.
          </span>
        ) : null}
      </PostForm>
    </Panel>
  );
}
