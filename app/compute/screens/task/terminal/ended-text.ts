const TEXTS: Record<string, string> = {
  unauthorized: "You are logged out. Log in again, then open the terminal.",
  forbidden: "You may not log in to this task, or you have switched to another team. Reload the page.",
  busy: "The service is busy. Try again in a moment.",
  too_many: "Too many terminals of this task are open. Close one first.",
  not_running: "The task is not running.",
  no_task: "The task is not running.",
  over: "The terminal was closed because the task or your login has ended.",
  lost: "The connection was lost. Programs in the terminal were ended; the task is still running.",
  gone: "The connection to the task's machine was lost. The task is still running.",
  old_task: "This task was started before its machine supported terminals. Use ssh.",
  agent_away: "The task's machine is not connected, or its agent is too old for this. Try again, or use ssh.",
  other_worker: "The task's machine is connected to another part of the service, which cannot be reached. Use ssh.",
  // Socket.IO's own word for a worker that is not there.
  "websocket error": "The service cannot be reached now. Try again in a moment; the task is still running.",
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
