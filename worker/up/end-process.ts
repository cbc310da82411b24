import type { ChildProcess } from "node:child_process";

const SIGKILL_AFTER_MS = 15_000;

/**
 * Asks a child to end and waits; kills it after the time limit. `group`: ends everything that it started, which needs
 * its own process group (`detached`).
 */
export async function endProcess(
  child: ChildProcess,
  { signal = "SIGTERM", group = false }: { signal?: NodeJS.Signals; group?: boolean } = {},
): Promise<void> {
  if (child.pid === undefined) return;
  if (!group && (child.exitCode !== null || child.signalCode !== null)) return;
  // `close` follows when nothing holds its output any more, so not before the last of a group is gone.
  const gone = new Promise((resolve) => child.once(group ? "close" : "exit", resolve));
  send(child, signal, group);
  const timer = setTimeout(() => send(child, "SIGKILL", group), SIGKILL_AFTER_MS);
  await gone;
  clearTimeout(timer);
}

function send(child: ChildProcess, signal: NodeJS.Signals, group: boolean): void {
  if (child.pid === undefined) return;
  try {
    process.kill(group ? -child.pid : child.pid, signal);
  } catch {
    // It ended in between.
  }
}
