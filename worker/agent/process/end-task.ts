import { forgetSeenProcesses, markedProcesses } from "./processes";

const GRACE_MS = 1_500;
const LOOK_MS = 50;
const GIVE_UP_MS = 10_000;

/**
 * Ends every process of a placement: first by request, then by force. Resolves when all are gone. Without processes it
 * succeeds.
 */
export async function endTask(agentDir: string, placementId: string): Promise<void> {
  const startedMs = performance.now();
  let asked = false;
  for (;;) {
    forgetSeenProcesses();
    const pids = processesOfTask(agentDir, placementId);
    if (pids.length === 0) return;
    const elapsedMs = performance.now() - startedMs;
    if (elapsedMs > GIVE_UP_MS) throw new Error(`${pids.length} processes of the task do not end`);
    if (!asked) signalAll(pids, "SIGTERM");
    else if (elapsedMs > GRACE_MS) signalAll(pids, "SIGKILL");
    asked = true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Lists the processes of a placement, those of its sandbox included. */
export function processesOfTask(agentDir: string, placementId: string): number[] {
  return markedProcesses(agentDir).flatMap((one) => (one.placementId === placementId ? [one.pid] : []));
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended in between.
    }
  }
}
