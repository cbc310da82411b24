import { formatCents, formatGpus } from "~/platform/ui/format";
import { StatusDot } from "~/platform/ui/status-dot";
import { Table } from "~/platform/ui/table";
import { Time } from "~/platform/ui/time";
import { KillTask } from "./kill-task";
import { TaskName } from "./task-name";
import type { ReservationView } from "./user-views.server";

/** Unfinished tasks: running and waiting ones, and their cost. */
export function OpenTasks({ tasks, mayKill }: { tasks: ReservationView[]; mayKill: boolean }) {
  return (
    <Table
      caption="Open tasks"
      rows={tasks}
      rowKey={(task) => task.resv_guid}
      empty="No open tasks. Tasks that this user starts or queues appear here until they end."
      columns={[
        { head: "Task", cell: (task) => <TaskName task={task} />, className: "[overflow-wrap:anywhere] md:min-w-48" },
        {
          head: "State",
          cell: ({ state }) => <StatusDot tone={state === "running" ? "ok" : "neutral"}>{state}</StatusDot>,
        },
        { head: "Cluster", cell: (task) => task.cluster_name },
        {
          head: "GPUs",
          cell: (task) => formatGpus(task.gpus_min, task.gpu_type),
          className: "whitespace-nowrap",
        },
        { head: "Accepted", cell: (task) => <Time epochSeconds={task.ts_accepted} />, className: "whitespace-nowrap" },
        { head: "Price per hour", cell: (task) => formatCents(task.pph), numeric: true },
        ...(mayKill
          ? [
              {
                head: <span className="sr-only">Kill</span>,
                className: "md:text-right",
                cell: (task: ReservationView) =>
                  task.state === "stopping" ? null : <KillTask taskName={task.task_name} resvGuid={task.resv_guid} />,
              },
            ]
          : []),
      ]}
    />
  );
}
