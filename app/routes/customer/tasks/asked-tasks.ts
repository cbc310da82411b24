import { isFinal, type TaskState } from "~/domain/tasks/states";

/** Which tasks the address asks for: a part of their names, a group of states, those that ended long ago. */
export interface AskedTasks {
  text: string;
  state: StateGroup | "";
  previous: boolean;
  /** The search stands open where no script runs; such a page does not load itself again (decision 0057). */
  find: boolean;
}

export const STATE_GROUPS = {
  waiting: "Waiting",
  running: "Running",
  ended: "Ended",
} as const;
type StateGroup = keyof typeof STATE_GROUPS;

/** Who looks for something finds it among the tasks that ended long ago, too, as far as the list reaches. */
export function askedTasks(search: URLSearchParams): AskedTasks {
  const text = (search.get("q") ?? "").trim();
  const state = search.get("state") ?? "";
  const known = Object.hasOwn(STATE_GROUPS, state) ? (state as StateGroup) : "";
  return {
    text,
    state: known,
    previous: search.has("previous") || text !== "" || known === "ended",
    find: search.has("find"),
  };
}

export function isAsked({ task_name, state }: { task_name: string; state: TaskState }, asked: AskedTasks): boolean {
  const named = task_name.toLowerCase().includes(asked.text.toLowerCase());
  return named && (asked.state === "" || groupOf(state) === asked.state);
}

/** A task that stops or whose node is silent still holds its GPUs. */
function groupOf(state: TaskState): StateGroup {
  if (isFinal(state)) return "ended";
  return state === "queued" || state === "placing" || state === "starting" ? "waiting" : "running";
}
