import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TaskFolder } from "./folder";
import type { GpuDevices } from "../probes/gpu-devices";

/** Where things lie inside the sandbox. Without one the same program gets the real paths. */
export const INSIDE = {
  conf: "/run/millrace/conf",
  run: "/run/millrace/run",
  bin: "/run/millrace/bin",
  home: "/root",
};

const ISOLATION = [
  ...["--unshare-user", "--uid", "0", "--gid", "0"],
  ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--new-session"],
  // Where the agent runs as root, root inside is root outside: without capabilities, and with a kernel interface that
  // cannot be written to (core_pattern would run a program on the machine), it has nothing to reach out with.
  ...["--cap-drop", "ALL", "--proc", "/proc", "--remount-ro", "/proc"],
];

/** Whether bubblewrap can make a sandbox here; some systems forbid unprivileged user namespaces. */
export function sandboxWorks(): boolean {
  const probe = spawnSync("bwrap", ["--ro-bind", "/", "/", ...ISOLATION, "true"], {
    stdio: "ignore",
    timeout: 5_000,
  });
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
  devices: GpuDevices;
  statusFd: number;
}): string[] {
  const { folder, binDir, hostname, devices, statusFd } = given;
  return [
    ...ISOLATION,
    ...["--hostname", hostname, "--json-status-fd", String(statusFd)],
    ...["--ro-bind", "/usr", "/usr", "--dir", "/etc"],
    ...["--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"],
    ...["bin", "sbin", "lib", "lib64"]
      .filter((name) => existsSync(`/usr/${name}`))
      .flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]),
    ...[
      "resolv.conf",
      "ssl",
      "alternatives",
      "ld.so.cache",
      "localtime",
      "bash.bashrc",
      "terminfo",
      "mime.types",
    ].flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ...["passwd", "group", "hosts", "profile"].flatMap((name) => [
      "--ro-bind",
      join(folder.conf, name),
      `/etc/${name}`,
    ]),
    ...devices.own.flatMap((device) => ["--dev-bind", device, device]),
    ...devices.shared.flatMap((device) => ["--dev-bind-try", device, device]),
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
/** A login shell begins here; the machine's own file would take `finish` out of the PATH. */
export const PROFILE = `PATH=${INSIDE.bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export PATH
[ -n "$BASH" ] && [ -n "$PS1" ] && [ -r /etc/bash.bashrc ] && . /etc/bash.bashrc
true
`;
