import type { ReactNode } from "react";
import { chargedDollars } from "~/domain/billing/charged-so-far";
import type { QueueWait } from "~/domain/capacity/queue-wait";
import type { JobRow } from "~/domain/tasks/list-jobs.server";
import { LOAD_POINTS } from "~/domain/tasks/load-span";
import type { ShownLoad } from "~/live/use-load";
import { Button } from "~/ui/button";
import { formatDollars, formatGpus } from "~/ui/format";
import { QueueWaitLine } from "~/ui/queue-wait";
import { Sparkline } from "~/ui/sparkline";
import { type Column, Table } from "~/ui/table";
import { TextLink } from "~/ui/text-link";
import { Time } from "~/ui/time";
import { useRootData } from "~/ui/use-root-data";
import { KillPopup } from "../kill-popup";
import { SshPopup } from "../ssh-popup";
import { TaskStatus } from "../task-status";
import { Uptime } from "../uptime";

interface TaskTableProps {
  jobs: JobRow[];
  load: ShownLoad;
  /** Names of tasks whose GPUs, and so their load, are simulated. */
  simulated: string[];
  /** What is known about waits, of tasks that were queued at the load. */
  waits: Record<string, QueueWait>;
  /** In place of an empty list. */
  empty: ReactNode;
}

export function TaskTable({ jobs, load, simulated, waits, empty }: TaskTableProps) {
  const inTeam = useRootData()?.viewer?.inTeam ?? false;
  return (
    <Table
      caption="Tasks"
      rows={jobs}
      rowKey={(job) => job.resv_guid}
      empty={empty}
      columns={[
        {
          head: "Task Name",
          cell: (job) => <TextLink to={`/tasks/${job.resv_guid}`}>{job.task_name}</TextLink>,
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
              <Load job={job} load={load} simulated={simulated.includes(job.task_name)} />
            ) : null,
        },
        { head: "Date", cell: (job) => <Time epochSeconds={job.ts_scheduled} /> },
        ...(inTeam ? [STARTED_BY] : []),
        { head: "Uptime", cell: (job) => <Uptime job={job} />, numeric: true },
        { head: "Cost", cell: (job) => formatDollars(chargedDollars(job)), numeric: true },
        { head: "Status", cell: (job) => <Status job={job} wait={waits[job.resv_guid]} /> },
        // On cards both buttons share a row of their own and say themselves what they are.
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

function Status({ job, wait }: { job: JobRow; wait: QueueWait | undefined }) {
  return (
    <>
      <TaskStatus job={job} />
      <QueueWaitLine job={job} wait={wait} />
    </>
  );
}

function Load({ job, load, simulated }: { job: JobRow; load: ShownLoad; simulated: boolean }) {
  const image = load.images?.[job.task_name];
  const points = load.loads?.[job.task_name] ?? [];
  const newest = points.at(-1) ?? null;
  const what = `${simulated ? "Simulated GPU load" : "Load"} of ${job.task_name}`;
  const label = newest === null ? `${what}: not known yet` : `${what}: ${Math.round(newest)}%`;
  return (
    <>
      {image === undefined ? (
        <Sparkline label={label} points={lastPoints(points)} max={100} width={96} height={24} />
      ) : (
        <img src={`data:image/jpeg;base64,${image}`} alt={what} width={96} height={24} />
      )}
      {simulated ? <small className="text-muted">simulated</small> : null}
    </>
  );
}

/** A line that grows from the right until its two minutes are full. */
function lastPoints(points: number[]): (number | null)[] {
  return [...Array<null>(Math.max(0, LOAD_POINTS - points.length)).fill(null), ...points];
}

function Kill({ job }: { job: JobRow }) {
  if (job.state !== "stopping") return <KillPopup taskName={job.task_name} size="small" />;
  return (
    <Button type="button" size="small" disabled aria-label={`Kill ${job.task_name}`}>
      Kill
    </Button>
  );
}
