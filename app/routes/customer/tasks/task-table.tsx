import type { ReactNode } from "react";
import { chargedDollars } from "~/domain/billing/charged-so-far";
import type { QueueWait } from "~/domain/capacity/queue-wait";
import type { JobRow } from "~/domain/tasks/list-jobs.server";
import { shownName } from "~/domain/tasks/tags";
import type { ShownLoad } from "~/live/use-load";
import { Button } from "~/ui/button";
import { formatDollars, formatGpus } from "~/ui/format";
import { QueueWaitLine } from "~/ui/queue-wait";
import { type Column, Table } from "~/ui/table";
import { TextLink } from "~/ui/text-link";
import { Time } from "~/ui/time";
import { useRootData } from "~/ui/use-root-data";
import { KillPopup } from "../kill-popup";
import { SshPopup } from "../ssh-popup";
import { startAgainPath } from "../start-again";
import { TaskStatus } from "../task-status";
import { Tags } from "../task-tags";
import { Uptime } from "../uptime";
import { ChooseTask, isEndable } from "./choose-tasks";
import { LoadCell } from "./load-cell";

interface TaskTableProps {
  jobs: JobRow[];
  load: ShownLoad;
  /** Names of tasks whose GPUs, and so their load, are simulated. */
  simulated: string[];
  /** What is known about waits, of tasks that were queued at the load. */
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
    // On cards it stands under the name.
    className: "w-8 max-md:col-span-2 max-md:-order-1",
  };
  return (
    <Table
      caption="Tasks"
      rows={jobs}
      rowKey={(job) => job.resv_guid}
      empty={empty}
      columns={[
        ...(jobs.some(isEndable) ? [choice] : []),
        {
          head: "Task Name",
          cell: (job) => <Name job={job} />,
          title: true,
          className: "font-medium [overflow-wrap:anywhere]",
        },
        {
          head: "GPUs",
          cell: (job) => formatGpus(job.gpus_min, job.gpu_type),
          className: "whitespace-nowrap",
        },
        {
          head: "Load",
          cell: (job) =>
            job.status === "running" ? (
              <LoadCell job={job} load={load} simulated={simulated.includes(job.task_name)} />
            ) : null,
        },
        { head: "Date", cell: (job) => <Time epochSeconds={job.ts_scheduled} /> },
        ...(inTeam ? [STARTED_BY] : []),
        { head: "Uptime", cell: (job) => <Uptime job={job} />, numeric: true },
        { head: "Cost", cell: (job) => formatDollars(chargedDollars(job)), numeric: true },
        { head: "Status", cell: (job) => <Status job={job} wait={waits[job.resv_guid]} /> },
        // On cards the buttons share a row of their own and say themselves what they are.
        {
          head: "SSH",
          label: "",
          cell: (job) => (job.ssh_addr === "" ? null : <SshPopup job={job} />),
          className: "max-md:col-start-1",
        },
        {
          head: "Kill",
          label: "",
          cell: (job) => (job.ts_finished === 0 ? <Kill job={job} /> : null),
        },
        {
          head: <span className="sr-only">More</span>,
          label: "",
          cell: (job) =>
            job.ts_finished === 0 ? null : (
              <TextLink to={startAgainPath(job.resv_guid)} aria-label={`Start ${shownName(job)} again`}>
                Start again
              </TextLink>
            ),
          className: "whitespace-nowrap md:text-right",
        },
      ]}
    />
  );
}

/** Only where there is somebody else (16.5). */
const STARTED_BY: Column<JobRow> = {
  head: "Started by",
  cell: (job) => job.started_by ?? "–",
  className: "[overflow-wrap:anywhere]",
};

function Name({ job }: { job: JobRow }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <TextLink to={`/tasks/${job.resv_guid}`}>{shownName(job)}</TextLink>
      {job.display_name === "" ? null : (
        <span className="font-mono text-xs font-normal text-muted">{job.task_name}</span>
      )}
      <Tags tags={job.tags} />
    </span>
  );
}

function Status({ job, wait }: { job: JobRow; wait: QueueWait | undefined }) {
  return (
    <>
      <TaskStatus job={job} />
      <QueueWaitLine job={job} wait={wait} />
    </>
  );
}

function Kill({ job }: { job: JobRow }) {
  if (job.state !== "stopping") return <KillPopup taskName={job.task_name} size="small" />;
  return (
    <Button type="button" size="small" disabled aria-label={`Kill ${job.task_name}`}>
      Kill
    </Button>
  );
}
