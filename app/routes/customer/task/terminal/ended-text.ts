const TEXTS: Record<string, string> = {
  unauthorized: "You are logged out. Log in again, then open the terminal.",
  forbidden: "You may not log in to this task, or this page shows another team than you are at now. Reload it.",
  busy: "The service is busy. Try again in a moment.",
  too_many: "Too many terminals of this task are open. Close one first.",
  not_running: "The task does not run now.",
  no_task: "The task does not run now.",
  over: "The terminal was closed: the task has ended, or your login has.",
  lost: "The connection was lost. What ran in the terminal was ended; the task runs on.",
  gone: "The connection to the task's machine was lost. The task runs on.",
  old_task: "This task was started before its machine could do this. Use ssh.",
  agent_away: "The task's machine is not connected now, or its agent is too old for this. Try again, or use ssh.",
  other_worker: "The task's machine is connected to another part of the service, which cannot be reached. Use ssh.",
  // Socket.IO's own word for a worker that is not there.
  "websocket error": "The service cannot be reached now. Try again in a moment; the task runs on.",
  timeout: "The task's machine did not answer in time. Try again.",
};

/** Why a terminal is closed, and what to do. */
export function endedText(why: string | { exit: number | null }): string {
  if (typeof why === "string")
    return (
      (Object.hasOwn(TEXTS, why) ? TEXTS[why] : undefined) ?? "The terminal could not be opened. Try again, or use ssh."
    );
  return why.exit === null ? "The shell has ended." : `The shell has ended with exit code ${why.exit}.`;
}
