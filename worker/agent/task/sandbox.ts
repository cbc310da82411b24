import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TaskFolder } from "./folder";

/** Where things lie inside the sandbox. Without one the same program gets the real paths. */
export const INSIDE = {
  conf: "/run/millrace/conf",
  run: "/run/millrace/run",
  bin: "/run/millrace/bin",
  home: "/root",
};

/** Whether bubblewrap can make a sandbox here; some systems forbid unprivileged user namespaces. */
export function sandboxWorks(): boolean {
  const probe = spawnSync(
    "bwrap",
    [
      "--unshare-user",
      "--uid",
      "0",
      "--gid",
      "0",
      "--unshare-pid",
      "--ro-bind",
      "/",
      "/",
      "--proc",
      "/proc",
      "true",
    ],
    { stdio: "ignore", timeout: 5_000 },
  );
  return probe.status === 0;
}

/**
 * Arguments of bubblewrap for one task: its own users, processes and IPC; the system read-only; its home and a
 * temporary folder its own; of the machine's GPUs only those granted. The network is the host's, because the
 * task's SSH server must be reached.
 */
export function sandboxArguments(given: {
  folder: TaskFolder;
  binDir: string;
  hostname: string;
  /** Device files of the granted GPUs. */
  devices: string[];
  statusFd: number;
}): string[] {
  const { folder, binDir, hostname, devices, statusFd } = given;
  return [
    ...["--unshare-user", "--uid", "0", "--gid", "0", "--unshare-pid", "--unshare-ipc", "--unshare-uts"],
    ...[
      "--unshare-cgroup-try",
      "--hostname",
      hostname,
      "--new-session",
      "--json-status-fd",
      String(statusFd),
    ],
    ...[
      "--ro-bind",
      "/usr",
      "/usr",
      "--dir",
      "/etc",
      "--proc",
      "/proc",
      "--dev",
      "/dev",
      "--tmpfs",
      "/tmp",
      "--tmpfs",
      "/run",
    ],
    ...["bin", "sbin", "lib", "lib64"]
      .filter((name) => existsSync(`/usr/${name}`))
      .flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
    ...[
      "resolv.conf",
      "ssl",
      "alternatives",
      "ld.so.cache",
      "localtime",
      "profile",
      "bash.bashrc",
      "terminfo",
      "mime.types",
    ].flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ...["passwd", "group", "hosts"].flatMap((name) => ["--ro-bind", join(folder.conf, name), `/etc/${name}`]),
    ...devices.flatMap((device) => ["--dev-bind", device, device]),
    ...[
      "--ro-bind",
      folder.conf,
      INSIDE.conf,
      "--bind",
      folder.run,
      INSIDE.run,
      "--ro-bind",
      binDir,
      INSIDE.bin,
    ],
    ...["--dir", "/var/tmp", "--bind", folder.home, INSIDE.home, "--chdir", INSIDE.home],
  ];
}

/** The users a task sees: root, which is the only one that may log in, and nobody. */
export const PASSWD =
  "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";
export const GROUP = "root:x:0:\nnogroup:x:65534:\n";
