import { readFile, readdir } from "node:fs/promises";

const END_WITHIN_MS = 5_000;

/**
 * Processes of demo tasks, found by the folder of the agent's state on their command line. They belong to no
 * process of ours: a task survives its agent, on a real node and here.
 */
export async function listDemoTasks(stateDir: string): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return command.includes(`${stateDir}/`) || (await isFirstOfContainer(pid, stateDir)) ? pid : null;
    }),
  );
  return found.filter((pid) => pid !== null && pid !== process.pid) as number[];
}

/** The first process of a containerised task has the folder in its environment; the container ends with it. */
async function isFirstOfContainer(pid: number, stateDir: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
  return environment.includes(`MILLRACE_AGENT_DIR=${stateDir}/`) && environment.includes('"container":');
}

/** Ends them all. The next start reports them as stopped, so their tasks end and are charged up to then. */
export async function endDemoTasks(stateDir: string): Promise<void> {
  const startedMs = performance.now();
  for (let pids = await listDemoTasks(stateDir); pids.length > 0; pids = await listDemoTasks(stateDir)) {
    const signal = performance.now() - startedMs > END_WITHIN_MS ? "SIGKILL" : "SIGTERM";
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended in between.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
