import type { ReactNode } from "react";
import type { QueueWait } from "~/compute/queue-wait";
import type { JobRow } from "~/compute/list-jobs.server";
import { STOPPED_BY_OWNER } from "~/compute/task-states";
import { shownName } from "~/compute/task-tags";
import type { ShownLoad } from "~/platform/live/use-load";
import { Button } from "~/platform/ui/button";
import { ButtonLink } from "~/platform/ui/button-link";
import { formatGpus, formatShortDateTime } from "~/platform/ui/format";
import { QueueWaitLine, waits as isWaiting } from "~/platform/ui/queue-wait-line";
import { type Column, Table } from "~/platform/ui/table";
import { TextLink } from "~/platform/ui/text-link";
import { Time } from "~/platform/ui/time";
import { useRootData } from "~/platform/ui/use-root-data";
import { chargeCells } from "~/payments/views/charge";
import { KillPopup } from "../kill-popup";
import { SshPopup } from "../ssh-popup";
import { startAgainPath } from "../start-again";
import { TaskStatus } from "../task-status";
import { Tags } from "../task-tags";
import { ChooseTask, isEndable } from "./choose-tasks";
import { LoadCell } from "./load-cell";

interface TaskTableProps {
  jobs: JobRow[];
  load: ShownLoad;
  /** Names of tasks whose GPUs, and so their load, are simulated. */
  simulated: string[];
  /** Waits of the tasks that were queued at the load. */
  waits: Record<string, QueueWait>;
  /** Whether tasks can be chosen where no script runs. */
  find: boolean;
  /** In place of an empty list. */
  empty: ReactNode;
}

/** The list of tasks with the documented columns (2.4), cost, and what can be done with each. */
export function TaskTable({ jobs, load, simulated, waits, find, empty }: TaskTableProps) {
  const inTeam = useRootData()?.viewer?.inTeam ?? false;
  const choice: Column<JobRow> = {
    head: <span className="sr-only">Choose</span>,
    cell: (job) => (isEndable(job) ? <ChooseTask job={job} find={find} /> : null),
    className: "task-choice",
  };
  return (
    <Table
      caption="Tasks"
      rows={jobs}
      rowKey={(job) => job.resv_guid}
      empty={empty}
      className="task-table"
      columns={[
        ...(jobs.some(isEndable) ? [choice] : []),
        {
          head: "Task Name",
          cell: (job) => nameCell(job, waits[job.resv_guid]),
          title: true,
          className: "task-name",
        },
        { head: "GPUs", label: "", cell: (job) => formatGpus(job.gpus_min, job.gpu_type), className: "task-gpus" },
        {
          head: "Load",
          label: "",
          cell: (job) =>
            job.status === "running" ? (
              <LoadCell job={job} load={load} simulated={simulated.includes(job.task_name)} />
            ) : null,
          className: "task-load",
        },
        {
          head: "Date",
          label: "",
          cell: (job) => <Time epochSeconds={job.ts_scheduled} format={formatShortDateTime} />,
          className: "task-date",
        },
        ...(inTeam ? [STARTED_BY] : []),
        { head: "Uptime", label: "", cell: (job) => chargeCells(job).uptime, numeric: true, className: "task-uptime" },
        { head: "Cost", label: "", cell: (job) => chargeCells(job).cost, numeric: true, className: "task-cost" },
        { head: "Status", label: "", cell: (job) => statusCell(job, inTeam), className: "task-status" },
        {
          head: "SSH",
          label: "",
          cell: (job) => (job.ssh_addr === "" ? null : <SshPopup job={job} />),
          className: "task-ssh",
        },
        {
          head: "Kill",
          label: "",
          cell: (job) => (job.ts_finished === 0 ? <Kill job={job} find={find} /> : startAgainCell(job)),
          className: "task-kill",
        },
      ]}
    />
  );
}

/** Shown only if the team has other members (16.5). */
const STARTED_BY: Column<JobRow> = {
  head: "Started by",
  label: "",
  cell: (job) => job.started_by ?? "–",
  className: "task-starter",
};

/** The shown name of the task; below it its real name, and why it waits. */
function nameCell(job: JobRow, wait: QueueWait | undefined) {
  return (
    <span className="flex flex-col items-start gap-1">
      <TextLink to={`/tasks/${job.resv_guid}`}>{shownName(job)}</TextLink>
      {job.display_name === "" ? null : (
        <span className="font-mono text-xs font-normal text-muted">{job.task_name}</span>
      )}
      {job.tags.length === 0 ? null : <Tags tags={job.tags} />}
      {isWaiting(job) ? <QueueWaitLine job={job} wait={wait} /> : null}
    </span>
  );
}

/** The status, with the reason if the task ended unasked, and in a team with the member who stopped it. */
function statusCell(job: JobRow, inTeam: boolean) {
  const why = job.status === "killed" && job.reason !== STOPPED_BY_OWNER ? job.reason : "";
  const more = inTeam && job.stopped_by !== null ? `by ${job.stopped_by}` : why;
  if (more === "") return <TaskStatus job={job} />;
  return (
    <>
      <TaskStatus job={job} />
      <span className="block max-w-40 truncate text-xs text-muted">{more}</span>
    </>
  );
}

function Kill({ job, find }: { job: JobRow; find: boolean }) {
  if (job.state !== "stopping")
    return <KillPopup job={job} back={find ? "/tasks?find=1" : "/tasks"} look="quiet" size="small" />;
  return (
    <Button type="button" look="quiet" size="small" disabled aria-label={`Kill ${job.task_name}`}>
      Kill
    </Button>
  );
}

function startAgainCell(job: JobRow) {
  return (
    <ButtonLink
      look="quiet"
      size="small"
      to={startAgainPath(job.resv_guid)}
      aria-label={`Start ${shownName(job)} again`}
    >
      Start again
    </ButtonLink>
  );
}
