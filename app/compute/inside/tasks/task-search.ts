import type { JobRow } from "~/compute/list-jobs.server";
import { isFinal, TASK_STATES, type TaskState } from "~/compute/task-states";
import { normaliseTag } from "~/compute/task-tags";

/** Groups of states that a list can be narrowed to, in the order of its choices (9.9). */
export const STATE_GROUPS = { waiting: "Waiting", running: "Running", ended: "Ended" } as const;
export type StateGroup = keyof typeof STATE_GROUPS;

export interface TaskSearch {
  /** Part of the name or of the display name, a whole tag, or how the id begins; empty: all. */
  text: string;
  /** Tag in its stored form; empty: all. */
  tag: string;
  state: StateGroup | "";
}

/** Returns the group of a state: a task that is stopping, or whose node is silent, still holds its GPUs. */
export function groupOf(state: TaskState): StateGroup {
  if (isFinal(state)) return "ended";
  return state === "queued" || state === "placing" || state === "starting" ? "waiting" : "running";
}

export function statesOf(group: StateGroup): TaskState[] {
  return TASK_STATES.filter((state) => groupOf(state) === group);
}

/** Characters that cannot be stored or seen: control characters and lone surrogates. */
const UNSEARCHABLE = /[\p{Cc}\p{Cs}]/u;

export function isSearchable(text: string): boolean {
  return !UNSEARCHABLE.test(text);
}

/** Checks, like `findTasks`, whether a task that changed since matches the search. */
export function isFound(task: Pick<JobRow, keyof Found>, { text, tag, state }: TaskSearch): boolean {
  if (state !== "" && groupOf(task.state) !== state) return false;
  if (tag !== "" && !task.tags.includes(tag)) return false;
  if (text === "") return true;
  const part = text.toLowerCase();
  const named = [task.task_name, task.display_name].some((name) => name.toLowerCase().includes(part));
  const ids = idsOf(text);
  const isIt = ids !== null && task.resv_guid >= ids.from && task.resv_guid <= ids.to;
  return named || isIt || task.tags.includes(normaliseTag(text));
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** The first and the last id that begin with a text; null unless it has at least the first eight places of one. */
export function idsOf(text: string): { from: string; to: string } | null {
  const part = text.toLowerCase();
  const from = part + NO_ID.slice(part.length);
  if (part.length < 8 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(from)) return null;
  return { from, to: part + NO_ID.slice(part.length).replaceAll("0", "f") };
}

type Found = Pick<JobRow, "task_name" | "display_name" | "tags" | "resv_guid" | "state">;
