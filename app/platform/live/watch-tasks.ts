import type { JobRow } from "~/compute/list-jobs.server";
import { askOnce } from "./ask-once";
import type { Connection } from "./connection";
import { type TaskNotice, TaskWatch } from "./task-watch";

/** Shows news of tasks as the browser's own notices. Returns a function that stops it. */
export function watchTasks(connection: Connection): () => void {
  const watch = new TaskWatch();
  // Reads the tasks that wait now: events only announce later changes.
  void askOnce("/v1/jobs?limit=1").then((answered) => {
    const { jobs = [] } = (answered?.answer ?? {}) as { jobs?: JobRow[] };
    for (const job of jobs) watch.see(job);
  });
  return connection.listen("/customer", "task", ({ data }) => {
    const notice = data && watch.see(data);
    if (notice) show(notice);
  });
}

/** Shows an example of a notice once notices are on. Returns false where pages may show none despite the permission. */
export function showExample(): boolean {
  try {
    show({ title: "This browser notifies you about your tasks", tag: "example", path: "/tasks" });
    return true;
  } catch {
    return false;
  }
}

/** Several open pages show one notice: the browser replaces one of the same tag. */
function show({ title, tag, path }: TaskNotice): void {
  const shown = new Notification(title, { tag, icon: "/apple-touch-icon.png" });
  shown.onclick = () => {
    window.focus();
    window.location.assign(path);
  };
}
