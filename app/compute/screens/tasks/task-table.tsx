import type { ReactNode } from "react";
import type { QueueWait } from "~/compute/queue-wait";
import type { JobRow } from "~/compute/list-jobs.server";
import { KILLED_BY_OWNER } from "~/compute/task-states";
import { shownName } from "~/compute/task-tags";
import type { ShownLoad } from "~/platform/live/use-load";
import { Button } from "~/platform/ui/button";
import { classes } from "~/platform/ui/classes";
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
  /** Names of tasks with simulated GPUs, whose load is simulated too. */
  simulated: string[];
  /** Waits of the tasks that were queued at the load. */
  waits: Record<string, QueueWait>;
  /** True if tasks can be chosen without script. */
  find: boolean;
  /** Content instead of an empty list. */
  empty: ReactNode;
}

/** The list of tasks with the documented columns (2.4), cost, and actions. */
export function TaskTable({ jobs, load, simulated, waits, find, empty }: TaskTableProps) {
  const inTeam = useRootData()?.viewer?.inTeam ?? false;
  const choice: Column<JobRow> = {
    head: <span className="sr-only">Choose</span>,
    cell: (job) => (isEndable(job) ? <ChooseTask job={job} find={find} /> : null),
    className: "max-md:absolute max-md:top-3.5 max-md:left-4 md:w-8",
  };
  return (
    <Table
      caption="Tasks"
      rows={jobs}
      rowKey={(job) => job.resv_guid}
      empty={empty}
      className="md:[&_th:last-child]:text-right"
      rowClass={(job) =>
        classes(
          "max-md:relative max-md:grid-cols-6 max-md:items-center max-md:text-code",
          isEndable(job) && "max-md:pl-11",
        )
      }
      columns={[
        ...(jobs.some(isEndable) ? [choice] : []),
        {
          head: "Task Name",
          cell: (job) => nameCell(job, waits[job.resv_guid]),
          title: true,
          className:
            "wrap-anywhere max-md:order-none max-md:[grid-area:1/1/auto/4] max-md:text-base/5 md:w-[34%] md:font-medium",
        },
        {
          head: "GPUs",
          label: "",
          cell: (job) => formatGpus(job.gpus_min, job.gpu_type),
          className: "whitespace-nowrap max-md:[grid-area:2/1/auto/3]",
        },
        {
          head: "Load",
          label: "",
          cell: (job) =>
            job.status === "running" ? (
              <LoadCell job={job} load={load} simulated={simulated.includes(job.task_name)} />
            ) : null,
          className: "max-md:[grid-area:5/1/auto/4]",
        },
        {
          head: "Date",
          label: "",
          cell: (job) => <Time epochSeconds={job.ts_scheduled} format={formatShortDateTime} />,
          className: "whitespace-nowrap text-muted max-md:[grid-area:3/1/auto/5]",
        },
        ...(inTeam ? [STARTED_BY] : []),
        {
          head: "Uptime",
          label: "",
          cell: (job) => chargeCells(job).uptime,
          numeric: true,
          className: "whitespace-nowrap max-md:justify-self-center max-md:[grid-area:2/3/auto/5]",
        },
        {
          head: "Cost",
          label: "",
          cell: (job) => chargeCells(job).cost,
          numeric: true,
          className: "whitespace-nowrap max-md:justify-self-end max-md:font-medium max-md:[grid-area:2/5/auto/7]",
        },
        {
          head: "Status",
          label: "",
          cell: (job) => statusCell(job, inTeam),
          className: "whitespace-nowrap max-md:self-start max-md:justify-self-end max-md:[grid-area:1/4/auto/7]",
        },
        {
          head: "SSH",
          label: "",
          cell: (job) => (job.ssh_addr === "" ? null : <SshPopup job={job} />),
          className: classes(ACTION, "peer max-md:col-[4/6]"),
        },
        {
          head: "Kill",
          label: "",
          cell: (job) => (job.ts_finished === 0 ? <Kill job={job} find={find} /> : startAgainCell(job)),
          className: classes(
            ACTION,
            "max-md:-mr-2.5 max-md:col-[5/7] max-md:peer-[:not(:empty)]:col-[6/7] md:*:-mr-2.5",
          ),
        },
      ]}
    />
  );
}

/**
 * Buttons are to the right of a card's lines, however many there are. The last one's text ends where the panel's
 * content does.
 */
const ACTION = "max-md:row-[3/6] max-md:self-end max-md:justify-self-end md:w-px md:text-right md:whitespace-nowrap";

/** Shown only if the team has other members (16.5). */
const STARTED_BY: Column<JobRow> = {
  head: "Started by",
  label: "",
  cell: (job) => job.started_by ?? "–",
  // A name of two words may take two lines, but no word is cut.
  className: "text-muted max-md:wrap-anywhere max-md:[grid-area:4/1/auto/5] md:min-w-24 md:wrap-break-word",
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
      {job.maintenance && job.ts_finished === 0 ? (
        <span className="text-xs font-normal text-warn">
          Machine leaves service <Time epochSeconds={job.maintenance.from_ts} zoned />
        </span>
      ) : null}
      {isWaiting(job) ? <QueueWaitLine job={job} wait={wait} /> : null}
    </span>
  );
}

/** The status, with the reason of a kill or the member who requested it. Every kill is red (2.4). */
function statusCell(job: JobRow, inTeam: boolean) {
  const reason = job.reason === KILLED_BY_OWNER ? "by you" : job.reason;
  const why = job.status === "killed" ? reason : "";
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
