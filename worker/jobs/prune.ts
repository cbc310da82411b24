import { pruneTaskLogs } from "~/domain/tasks/prune-task-logs.server";
import { pruneCalls } from "~/domain/tasks/prune-calls.server";
import { pruneMailLinks } from "~/domain/users/prune-mail-links.server";
import { pruneSessions } from "~/domain/users/prune-sessions.server";
import { removeUnverified } from "~/domain/users/remove-unverified.server";

/**
 * Removes what has served its time: ended sessions and links, logs after 7 days, remembered calls after 24 h, users
 * who have not confirmed their address after 30 days.
 */
export async function prune(): Promise<void> {
  const now = new Date();
  await pruneSessions({ now });
  await pruneMailLinks({ now });
  await removeUnverified({ now });
  await pruneTaskLogs({ now });
  await pruneCalls({ now });
}
