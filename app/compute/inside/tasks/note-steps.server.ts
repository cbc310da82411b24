import type { Tx } from "~/platform/db.server";
import type { TaskState } from "~/compute/task-states";
import { isTracing, noteStep } from "~/platform/tracing.server";

/** Name of the step that a task takes in a state; final states are no steps. */
const STEP: Partial<Record<TaskState, string>> = {
  queued: "wait in queue",
  placing: "hand over to nodes",
  starting: "start until SSH answers",
  running: "run",
  incident: "incident",
  stopping: "stop",
};
const FAILED: readonly TaskState[] = ["failed", "lost", "incident"];

interface Step {
  resvGuid: string;
  from: TaskState;
  /** Start of that state. */
  since: Date;
  to: TaskState;
}

/** Notes, in the trace of its task, the state that each one leaves. The trace's id is the task's (decision 0597). */
export function noteSteps(tx: Tx, steps: readonly Step[], now: Date): void {
  if (!isTracing()) return;
  tx.afterCommit(() => {
    for (const { resvGuid, from, since, to } of steps)
      noteStep({
        ...{ story: resvGuid, name: STEP[from] ?? from, from: since, to: now },
        attributes: { "millrace.task.guid": resvGuid, "millrace.task.state": from, "millrace.task.next_state": to },
        ...(FAILED.includes(to) ? { error: to } : {}),
      });
  });
}

/** Begins the trace of a task. */
export function noteReserved(tx: Tx, { resvGuid, now }: { resvGuid: string; now: Date }): void {
  if (!isTracing()) return;
  tx.afterCommit(() =>
    noteStep({
      ...{ story: resvGuid, name: "reserve task", from: now, to: now, first: true },
      attributes: { "millrace.task.guid": resvGuid },
    }),
  );
}
