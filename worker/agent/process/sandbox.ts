import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "../container/spec";
import type { TaskFolder } from "../task/folder";
import { INSIDE } from "../task/inside";
import { COMFYUI_PATH, IMAGE_PROGRAMS_DIR, pathOf } from "../task/program-files";
import { STATUS_FD } from "../keeper/plan";
import type { GpuDevices } from "../probes/gpu-devices";
import type { Limits } from "../task/limits";

// The task's server is the first process: whatever it has started ends with it.
const ISOLATION = [
  ...["--unshare-user", "--uid", "0", "--gid", "0", "--as-pid-1"],
  ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--new-session"],
];
// A root agent makes root inside equal to root outside. So it gets no capabilities and a read-only kernel interface
// (core_pattern would run a program on the machine), and cannot reach out. A process may write its own files there:
// CUDA sets the names of its threads, and fails to start without this (error 304).
const NO_POWERS = ["--cap-drop", "ALL", "--proc", "/proc"];
const OWN_NETWORK = "--unshare-net";
/** Forbids nested users, which caused most of the kernel's vulnerabilities. It needs bubblewrap 0.8. */
const NO_NESTED_USERS = "--disable-userns";

/** Arguments that make the folders and writable files of `/proc` read-only, except processes and links to them. */
function readOnlyKernel(): string[] {
  if (!existsSync("/proc/sys")) return [];
  return readdirSync("/proc", { withFileTypes: true }).flatMap((entry) => {
    const path = join("/proc", entry.name);
    if (/^\d+$/.test(entry.name) || entry.isSymbolicLink()) return [];
    return entry.isDirectory() || (statSync(path).mode & 0o222) !== 0 ? ["--ro-bind", path, path] : [];
  });
}

/** The abilities of bubblewrap on this machine. */
export interface Sandbox {
  isolation: string[];
  ownNetwork: boolean;
  /** Missing abilities here, in words for the operator. */
  lacks: string[];
}

/** The most that bubblewrap can do here; null if it makes no sandbox, as some systems forbid. */
export function findSandbox(): Sandbox | null {
  const found: Sandbox = { isolation: [...ISOLATION, ...NO_POWERS, ...readOnlyKernel()], ownNetwork: false, lacks: [] };
  if (!works(found.isolation)) return null;
  const wishes: [string, string][] = [
    [OWN_NETWORK, "tasks share the machine's network and reach its loopback"],
    [NO_NESTED_USERS, "tasks may make user namespaces of their own"],
  ];
  for (const [wish, lack] of wishes) {
    const more = [...found.isolation, wish];
    if (works(more)) found.isolation = more;
    else found.lacks.push(lack);
  }
  found.ownNetwork = found.isolation.includes(OWN_NETWORK);
  return found;
}

function works(isolation: string[]): boolean {
  const args = ["--ro-bind", "/", "/", ...isolation, "true"];
  return spawnSync("bwrap", args, { stdio: "ignore", timeout: 5_000 }).status === 0;
}

/** Arguments of bubblewrap for the machine's programs, read-only. */
export function systemPrograms(): string[] {
  const links = ["bin", "sbin", "lib", "lib64"].filter((name) => existsSync(`/usr/${name}`));
  return ["--ro-bind", "/usr", "/usr", ...links.flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`])];
}

/**
 * Arguments of bubblewrap for one task: its own users, processes, IPC and network; the system read-only; its home and
 * temporary folders its own; of the machine's GPUs only those granted.
 */
export function sandboxArguments(given: {
  sandbox: Sandbox;
  folder: TaskFolder;
  binDir: string;
  hostname: string;
  devices: GpuDevices;
  limits: Limits;
  mounts: readonly Mount[];
  simulated: boolean;
}): string[] {
  const { sandbox, folder, binDir, hostname, devices, limits, mounts, simulated } = given;
  // Files in memory count as the task's memory if a control group counts, and are limited everywhere.
  const inMemory = ["--size", String(Math.floor(limits.memoryMb / 2) * 1_048_576), "--tmpfs"];
  return [
    ...sandbox.isolation,
    ...["--hostname", hostname, "--json-status-fd", String(STATUS_FD)],
    ...systemPrograms(),
    ...["--dir", "/etc", "--dev", "/dev"],
    ...["/dev/shm", "/tmp", "/var/tmp", "/run"].flatMap((dir) => [...inMemory, dir]),
    ...[
      "ssl/certs",
      "ssl/openssl.cnf",
      "alternatives",
      "ld.so.cache",
      "localtime",
      "bash.bashrc",
      "terminfo",
      "mime.types",
    ].flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ...OWN_FILES.flatMap((name) => ["--ro-bind", join(folder.conf, name), `/etc/${name}`]),
    ...devices.own.flatMap((device) => ["--dev-bind", device, device]),
    ...devices.shared.flatMap((device) => ["--dev-bind-try", device, device]),
    ...["--ro-bind", folder.conf, INSIDE.conf, "--bind", folder.run, INSIDE.run],
    ...["--ro-bind", binDir, INSIDE.bin, "--bind", folder.home, INSIDE.home, "--chdir", INSIDE.home],
    ...(simulated ? ["--symlink", `${INSIDE.bin}/${IMAGE_PROGRAMS_DIR}/comfyui`, COMFYUI_PATH] : []),
    ...mounts.flatMap(({ source, path, readOnly }) => [readOnly ? "--ro-bind" : "--bind", source, path]),
    // Nothing limits the rest of the tree, a file system in memory.
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
  ];
}

/** Files of `/etc` that are written for each task. */
const OWN_FILES = ["passwd", "group", "hosts", "profile", "resolv.conf", "os-release"];

/** Users that a task sees: root, the only one who may log in, and nobody. */
export const PASSWD = "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";
export const GROUP = "root:x:0:\nnogroup:x:65534:\n";
/** Builds the profile of login shells; the machine's own file would remove `finish` from the PATH. */
export function profile(simulated: boolean): string {
  return `PATH=${pathOf({ bin: INSIDE.bin, simulated })}
export PATH
[ -n "$BASH" ] && [ -n "$PS1" ] && [ -r /etc/bash.bashrc ] && . /etc/bash.bashrc
true
`;
}
