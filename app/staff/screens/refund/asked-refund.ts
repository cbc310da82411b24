/** The request in the address of the refund screen. */
export interface AskedRefund {
  /** Tasks to give back for. */
  tasks: string[];
  /** A task whose incident's tasks are listed to choose from; null if the tasks are chosen. */
  incident: string | null;
  /** Epoch second at which that incident began; null: the task's last one. */
  at: number | null;
}

export const MOST_TASKS = 200;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function askedRefundOf(search: URLSearchParams): AskedRefund {
  const incident = search.get("incident") ?? "";
  const at = search.get("at") ?? "";
  const tasks = [...new Set(search.getAll("task").filter((task) => GUID.test(task)))];
  return {
    tasks: tasks.slice(0, MOST_TASKS),
    incident: GUID.test(incident) ? incident : null,
    at: /^\d{9,10}$/.test(at) ? Number(at) : null,
  };
}
