import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endTask } from "../../../worker/agent/process/end-task";
import { ProcessTasks } from "../../../worker/agent/process/process-tasks";
import { removeTree } from "../../../worker/agent/remove-tree";

export interface AgentOptions {
  liveUrl: string;
  dataDir: string;
  /** Demo nodes; without them the agent runs the machine itself. */
  nodes?: { node_name: string; agent_key: string; gpus: number; gpu_type?: string; ibs_active?: number }[];
  ports: string;
  env?: Record<string, string>;
  command?: string[];
  stderr?: "inherit" | "pipe";
}

/** The real agent as a separate process, under Bun. */
export function startAgent({
  liveUrl,
  dataDir,
  nodes,
  ports,
  env = {},
  command,
  stderr = "inherit",
}: AgentOptions): ChildProcess {
  const [program = "", ...args] = command ?? ["node_modules/.bin/bun", "worker/agent/main.ts"];
  return spawn(program, args, {
    stdio: ["ignore", "ignore", stderr],
    env: {
      ...process.env,
      MILLRACE_LIVE_URL: liveUrl,
      MILLRACE_DATA_DIR: dataDir,
      ...(nodes ? { MILLRACE_DEMO_NODES: JSON.stringify(nodes) } : {}),
      MILLRACE_SSH_PORTS: ports,
      ...env,
    },
  });
}

export async function kill(agent: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (agent.exitCode !== null || agent.signalCode !== null) return;
  const ended = once(agent, "exit");
  agent.kill(signal);
  await ended;
}

export function aDataDir(): string {
  return mkdtempSync(join(tmpdir(), "millrace-agent-"));
}

/** Ends every remaining task of a node, and removes the folder. */
export async function cleanUp(dataDir: string, nodeNames: string[]): Promise<void> {
  for (const name of nodeNames) {
    const dir = join(dataDir, name);
    const tasks = new ProcessTasks(dir);
    for (const { placementId } of tasks.find()) {
      await endTask(dir, placementId);
      tasks.forget(placementId);
    }
  }
  await removeTree(dataDir);
}
