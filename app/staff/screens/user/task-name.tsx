import type { ReservationView } from "./user-views.server";

/** A task's name with its id below. No link: a task's screen is for its customer (3.1). */
export function TaskName({ task }: { task: Pick<ReservationView, "task_name" | "resv_guid"> }) {
  return (
    <span className="flex flex-col">
      <span className="font-medium">{task.task_name}</span>
      <span className="font-mono text-xs font-normal break-all text-muted">{task.resv_guid}</span>
    </span>
  );
}
