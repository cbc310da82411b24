import { setTimeout as wait } from "node:timers/promises";
import { EXIT, Failure } from "../failure";
import type { Api } from "./client";
import { readTask, type Task } from "./tasks";

const ASK_EVERY_MS = 1_000;
/** A queue moves slowly: asking less often gives others room. */
const ASK_QUEUED_EVERY_MS = 5_000;

interface Waiting {
  guid: string;
  until: (task: Task) => boolean;
  /** Seconds; without it for as long as it takes. */
  timeout?: number | undefined;
  /** Called with each state that is seen. */
  seen?: (task: Task) => void;
  now?: () => number;
}

/** Asks for a task until it is as it should be. @throws Failure when it ended before, or when the time is over. */
export async function waitForTask(api: Api, { guid, until, timeout, seen, now = Date.now }: Waiting): Promise<Task> {
  const deadline = timeout === undefined ? Infinity : now() + timeout * 1000;
  for (;;) {
    const task = await readTask(api, guid);
    seen?.(task);
    if (until(task)) return task;
    if (task.ts_finished !== 0) {
      const why = task.reason ? `: ${task.reason}` : ".";
      throw new Failure(`Task ${task.task_name} has ended (${task.state})${why}`, { code: EXIT.inVain });
    }
    const ms = Math.min(task.state === "queued" ? ASK_QUEUED_EVERY_MS : ASK_EVERY_MS, deadline - now());
    if (ms <= 0) {
      throw new Failure(`Task ${task.task_name} is still ${task.state} after ${timeout} s.`, {
        code: EXIT.inVain,
        hint: "It goes on without us: `millrace ls` shows it, `millrace kill` ends it.",
      });
    }
    await wait(ms);
  }
}

/** Whether one can log in to it. */
export function isReachable(task: Task): boolean {
  return task.state === "running" && task.ssh_addr !== "";
}
