import { spawn } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { shell } from "./base-environment";
import { isOwnChild, noteChild } from "./children";
import type { TaskServerPaths } from "./task-server";

/** Gives a login shell the image's own PATH and ours, because it starts with root's default PATH. */
export const PROFILE = `if [ -n "$MILLRACE_PATH" ]; then PATH="$MILLRACE_PATH"; export PATH; fi
`;

const REAP_MS = 2_000;
const NO_WAITING = 1;

/** Prepares the image's own home: it exists, and its `task.log` is shown. A container has the file for login shells mounted. */
export function openHome({ home, run, image = false }: TaskServerPaths): void {
  const log = join(home, "task.log");
  try {
    if (image && existsSync("/etc/profile.d")) writeFileSync("/etc/profile.d/00-millrace.sh", PROFILE);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    // Start of SFTP's relative paths.
    process.chdir(home);
    if (!lstatSync(log, { throwIfNoEntry: false })) symlinkSync(join(run, "task.log"), log);
  } catch {
    // An image may be read-only there: logging in still works.
  }
}

/**
 * Collects orphans. The first process of a container or sandbox inherits each one whose parent has ended, and must read
 * its exit status: as zombies they would count as processes until the limit is reached.
 */
export async function reapOrphans(): Promise<void> {
  const { dlopen, FFIType } = await import("bun:ffi");
  const libc = dlopen("libc.so.6", {
    waitpid: { args: [FFIType.i32, FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
  });
  setInterval(() => {
    for (const pid of zombies()) if (!isOwnChild(pid)) libc.symbols.waitpid(pid, null, NO_WAITING);
  }, REAP_MS);
}

/** Ended processes whose parent is this one. */
function zombies(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return state === "Z" && Number(parent) === process.pid ? [pid] : [];
    } catch {
      return [];
    }
  });
}

/** Runs the task's start command next to the SSH server; its output goes to the task's log, and so does its end. */
export function runStartCommand(
  command: string,
  environment: Record<string, string>,
  paths: TaskServerPaths,
  say: (line: string) => void,
): void {
  const file = paths.image || paths.container ? join(paths.run, "task.log") : join(paths.home, "task.log");
  const log = openSync(file, "a", 0o600);
  const cwd = existsSync(paths.home) ? paths.home : "/";
  const child = spawn(shell(), ["-c", command], {
    env: environment as NodeJS.ProcessEnv,
    cwd,
    detached: true,
    stdio: ["ignore", log, log],
  });
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      say(`start command: ${error.message}`);
      resolve();
    });
    child.once("exit", (code, signal) => {
      say(`start command: ended with ${signal ?? code ?? "no code"}`);
      resolve();
    });
  });
  noteChild(child.pid, ended);
}
