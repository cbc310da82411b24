import { pruneTaskLogs } from "~/domain/tasks/prune-task-logs.server";
import { pruneCalls } from "~/domain/tasks/prune-calls.server";
import { pruneSessions } from "~/domain/users/prune-sessions.server";

/** Removes what has served its time: ended sessions, logs after 7 days, remembered calls after 24 h. */
export async function prune(): Promise<void> {
  const now = new Date();
  await pruneSessions({ now });
  await pruneTaskLogs({ now });
  await pruneCalls({ now });
}
