// The guard of a test run (tests/support/run-guard.ts): waits for the run's end, then ends the processes left of it.
import { machineProcesses } from "../machine-processes";
import { TEST_RUN } from "../run-guard";

/** The longest time that a product takes to stop in order, including its tasks. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 100;

const [run = ""] = process.argv.slice(2);
const left = () => machineProcesses().filter(({ environment }) => environment.includes(`${TEST_RUN}=${run}`));

// However the run ends, its end of the pipe is closed.
for await (const _ of process.stdin);
const startedMs = performance.now();
const asked = new Set<string>();
for (let present = left(); present.length > 0; present = left()) {
  const late = performance.now() - startedMs > PATIENCE_MS;
  const pids = present.map(({ pid }) => pid);
  for (const { pid, parent } of present) {
    // A process that started others ends them, each in its order.
    if (late) send(pid, "SIGKILL");
    else if (!pids.includes(parent) && !asked.has(pid)) send(pid, "SIGTERM");
  }
  await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}

function send(pid: string, signal: NodeJS.Signals): void {
  asked.add(pid);
  try {
    process.kill(Number(pid), signal);
  } catch {
    // It has just ended.
  }
}
