import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { crashPoint } from "../crash-point";
import { imageEnvironment, taskEnvironment } from "../env";
import type { DesiredTask } from "~/fleet/agent-messages";
import type { Mount } from "../container/spec";
import type { GpuDevices } from "../probes/gpu-devices";
import { ARGUMENTS_FD, type Plan } from "../keeper/plan";
import { PLAN_FILE, type TaskFile, type TaskFolder, writeWhole } from "../task/folder";
import { AGENT_MARK, TASK_MARK } from "./processes";
import { hostnameOf } from "../task/hostname";
import { INSIDE } from "../task/inside";
import { FIRST_TO_END, type GpusOfNode, limited, limitsOf, thisMachine } from "../task/limits";
import { sshFiles } from "../task/ssh-files";
import { osRelease } from "./os-release";
import type { ProcessParts } from "./find-runtime";
import { GROUP, PASSWD, profile, sandboxArguments } from "./sandbox";

interface StartOptions {
  task: DesiredTask;
  /** The task file without the disk limit, which the start adds. */
  file: Omit<TaskFile, "disk_bytes">;
  folder: TaskFolder;
  /** Its volumes. */
  mounts: readonly Mount[];
  agentDir: string;
  parts: ProcessParts;
  devices: GpuDevices;
  nodeGpus: GpusOfNode;
}

/**
 * Starts a task's keeper, in its own session so that it survives the agent; the keeper starts its SSH server in the
 * sandbox. Returns when the keeper exists; `ready.json` in its folder appears when customers can log in.
 */
export function startTask(given: StartOptions): ChildProcess {
  const { task, file, folder, mounts, agentDir, parts, devices, nodeGpus } = given;
  const { program, sandbox } = parts;
  const limits = limitsOf(task, thisMachine(agentDir, nodeGpus));
  const disk_bytes = Math.floor(limits.diskGb * 1e9);
  writeFiles(task, { ...file, disk_bytes }, folder, resolverLines(parts));
  const confined = parts.groups?.(task.placement_id, limits) ?? { argv: [], groups: [] };
  const { inside = false } = parts;
  const own = { conf: folder.conf, run: folder.run, home: folder.home, bin: program.binDir };
  const paths = sandbox ? INSIDE : inside ? { ...own, home: homedir(), image: true } : own;
  const server = program.command(paths.bin, "task-server");
  const limiting = limited(limits, { sandboxed: sandbox !== null, perProcess: parts.groups === null });
  const plan: Plan = {
    // A container's limits are its engine's, and it may have no shell.
    argv: inside
      ? server
      : [
          ...FIRST_TO_END,
          ...confined.argv,
          ...(sandbox ? ["bwrap", "--args", String(ARGUMENTS_FD), "--"] : []),
          ...limiting,
          ...server,
        ],
    sandbox: sandbox
      ? sandboxArguments({
          sandbox,
          folder,
          devices,
          limits,
          mounts,
          simulated: file.simulated,
          binDir: program.binDir,
          hostname: hostnameOf(task),
        })
      : [],
    cwd: folder.home,
    bind: file.bind,
    ports: [file.port, ...file.spare_ports],
    runDir: folder.run,
    readyFile: join(folder.root, "ready.json"),
    statusFile: join(folder.root, "sandbox.json"),
    groups: confined.groups,
  };
  const planFile = join(folder.root, PLAN_FILE);
  writeWhole(planFile, JSON.stringify(plan));
  const log = openSync(join(folder.root, "task.log"), "a", 0o600);
  const [executable = "", ...args] = program.command(program.binDir, "keeper");
  const child = spawn(executable, [...args, planFile], {
    detached: true,
    cwd: folder.root,
    stdio: ["ignore", log, log],
    env: (inside ? imageEnvironment : taskEnvironment)({
      [TASK_MARK]: task.placement_id,
      [AGENT_MARK]: agentDir,
      MILLRACE_PATHS: JSON.stringify(paths),
    }),
  });
  child.on("error", (error) => {
    writeFileSync(join(folder.run, "exit.json"), JSON.stringify({ code: null, message: error.message }));
  });
  child.unref();
  closeSync(log);
  crashPoint("spawned");
  return child;
}

function writeFiles(task: DesiredTask, file: TaskFile, folder: TaskFolder, resolvers: string): void {
  for (const dir of [folder.root, folder.conf, folder.run, folder.home])
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  const files: Record<string, string> = {
    ...sshFiles(task, file),
    passwd: PASSWD,
    group: GROUP,
    profile: profile(file.simulated),
    hosts: `127.0.0.1 localhost ${hostnameOf(task)}\n::1 localhost\n`,
    "resolv.conf": resolvers,
    "os-release": osRelease(task),
  };
  for (const [name, text] of Object.entries(files)) writeWhole(join(folder.conf, name), text);
}

/** Name servers of the machine, for a task on its network; one on a network of its own has none. */
function resolverLines({ sandbox }: ProcessParts): string {
  const own = sandbox === null || sandbox.ownNetwork;
  return !own && existsSync("/etc/resolv.conf") ? readFileSync("/etc/resolv.conf", "utf8") : "";
}
