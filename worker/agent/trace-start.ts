import type { DesiredTask, ObservedTask } from "~/fleet/agent-messages";
import { isTracing, noteStep } from "~/platform/tracing.server";

interface Start {
  task: DesiredTask;
  from: Date;
  /** Time from which its SSH server is awaited. */
  startedAt?: Date;
}

/** The steps that a node takes to start a task, in the task's trace: until it is started, and until its SSH answers. */
export class TraceStart {
  readonly #nodeName: string;
  readonly #starts = new Map<string, Start>();

  constructor(nodeName: string) {
    this.#nodeName = nodeName;
  }

  begin(task: DesiredTask): void {
    if (isTracing()) this.#starts.set(task.placement_id, { task, from: new Date() });
  }

  started({ placement_id }: DesiredTask): void {
    const start = this.#starts.get(placement_id);
    if (start) this.#note("start on node", start, start.from, (start.startedAt = new Date()));
  }

  failed({ placement_id }: DesiredTask): void {
    const start = this.#starts.get(placement_id);
    if (start) this.#note("start on node", start, start.from, new Date(), "start_failed");
    this.#starts.delete(placement_id);
  }

  /** Ends the wait for SSH when a report has it, or when the task ended before. */
  observed(tasks: readonly ObservedTask[]): void {
    if (this.#starts.size === 0) return;
    for (const { placement_id, state } of tasks) {
      const start = this.#starts.get(placement_id);
      if (!start?.startedAt || state === "starting" || state === "pulling") continue;
      this.#note("wait for SSH", start, start.startedAt, new Date(), state === "running" ? undefined : state);
      this.#starts.delete(placement_id);
    }
  }

  #note(name: string, { task }: Start, from: Date, to: Date, error?: string): void {
    noteStep({
      ...{ story: task.resv_guid, name, from, to },
      ...(error === undefined ? {} : { error }),
      attributes: {
        "millrace.task.guid": task.resv_guid,
        "millrace.placement.id": task.placement_id,
        "millrace.node": this.#nodeName,
      },
    });
  }
}
