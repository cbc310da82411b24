import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeKeyPair } from "../ssh/make-key-pair";
import { crashPoint } from "../crash-point";
import { taskEnvironment } from "../env";
import type { DesiredTask } from "~/domain/nodes/agent-messages";
import type { GpuDevices } from "../probes/gpu-devices";
import { type TaskFile, type TaskFolder } from "./folder";
import { AGENT_MARK, TASK_MARK } from "./processes";
import type { Program } from "./program";
import { GROUP, INSIDE, PASSWD, PROFILE, sandboxArguments } from "./sandbox";

const STATUS_FD = 3;

export interface StartOptions {
  task: DesiredTask;
  file: TaskFile;
  folder: TaskFolder;
  program: Program;
  agentDir: string;
  sandboxed: boolean;
  devices: GpuDevices;
}

/**
 * Starts a task's SSH server in a session of its own, so that it survives the agent. Returns when the process is
 * there; `ready.json` in its folder says when it can be reached.
 */
export function startTask({
  task,
  file,
  folder,
  program,
  agentDir,
  sandboxed,
  devices,
}: StartOptions): ChildProcess {
  writeFiles(task, file, folder);
  const paths = sandboxed
    ? INSIDE
    : { conf: folder.conf, run: folder.run, home: folder.home, bin: program.binDir };
  const log = openSync(join(folder.root, "task.log"), "a", 0o600);
  const status = openSync(join(folder.root, "sandbox.json"), "w", 0o600);
  const command = program.command(paths.bin);
  const argv = sandboxed
    ? [
        "bwrap",
        ...sandboxArguments({
          folder,
          binDir: program.binDir,
          hostname: hostnameOf(task),
          devices,
          statusFd: STATUS_FD,
        }),
        ...command,
      ]
    : command;
  const [executable = "", ...args] = argv;
  const child = spawn(executable, args, {
    detached: true,
    cwd: folder.home,
    stdio: ["ignore", log, log, status],
    env: taskEnvironment({
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
  closeSync(status);
  crashPoint("spawned");
  return child;
}

function writeFiles(task: DesiredTask, file: TaskFile, folder: TaskFolder): void {
  for (const dir of [folder.root, folder.conf, folder.run, folder.home])
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  const key = makeKeyPair(task.task_name);
  const files: Record<string, string> = {
    "task.json": JSON.stringify(file),
    host_key: key.private,
    "host_key.pub": key.public,
    authorized_keys: `${task.ssh_public_keys.join("\n")}\n`,
    passwd: PASSWD,
    group: GROUP,
    profile: PROFILE,
    hosts: `127.0.0.1 localhost ${hostnameOf(task)}\n::1 localhost\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder.conf, `${name}.new`), text, { mode: 0o600 });
    renameSync(join(folder.conf, `${name}.new`), join(folder.conf, name));
  }
}

function hostnameOf(task: DesiredTask): string {
  return task.task_name.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
}
