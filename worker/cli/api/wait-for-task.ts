import { setTimeout as wait } from "node:timers/promises";
import { EXIT, Failure } from "../failure";
import type { Api } from "./client";
import { isAway, outlastRestart } from "./outlast-restart";
import { readTask, type Task } from "./tasks";

const ASK_EVERY_MS = 1_000;
/** A queue moves slowly, so polls are less frequent. */
const ASK_QUEUED_EVERY_MS = 5_000;
export const GOES_ON = "The task continues. `millrace ls` shows it, `millrace kill` ends it.";

interface Waiting {
  guid: string;
  until: (task: Task) => boolean;
  /** Seconds until we give up; without it we wait forever. */
  timeout?: number | undefined;
  /** Called with each reading. */
  seen?: (task: Task) => void;
  now?: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

/**
 * Polls a task until a condition holds. @throws Failure when the task ends first, after the timeout, or when the server
 * is away for a minute
 */
export async function waitForTask(
  api: Api,
  { guid, until, timeout, seen, now = Date.now, pause = wait }: Waiting,
): Promise<Task> {
  const deadline = timeout === undefined ? Infinity : now() + timeout * 1000;
  for (;;) {
    const task = await outlastRestart(() => readTask(api, guid), { deadline, now, pause }).catch((error: unknown) => {
      throw isAway(error) ? new Failure(error.message, { code: error.code, hint: GOES_ON }) : error;
    });
    seen?.(task);
    if (until(task)) return task;
    if (task.ts_finished !== 0) {
      const why = task.reason ? `: ${task.reason}` : ".";
      throw new Failure(`Task ${task.task_name} has ended (${task.state})${why}`, { code: EXIT.inVain });
    }
    const ms = Math.min(task.state === "queued" ? ASK_QUEUED_EVERY_MS : ASK_EVERY_MS, deadline - now());
    if (ms <= 0) {
      throw new Failure(`Task ${task.task_name} is still ${task.state} after ${timeout} seconds.`, {
        code: EXIT.inVain,
        hint: GOES_ON,
      });
    }
    await pause(ms);
  }
}

/** Checks whether users can log in to the task. */
export function isReachable(task: Task): boolean {
  return task.state === "running" && task.ssh_addr !== "";
}
