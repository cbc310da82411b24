import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { judgeSurroundings, mostEver } from "../../../../worker/agent/health/surroundings";
import { countActivePorts } from "../../../../worker/agent/probes/infiniband";
import { probeDisk, probeEngineDisk } from "../../../../worker/agent/probes/disk";

const aDir = () => mkdtempSync(join(tmpdir(), "millrace-surroundings-"));

/** A port as the kernel shows it. */
function port(root: string, device: string, state: string, layer = "InfiniBand"): void {
  const dir = join(root, device, "ports", "1");
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "state"), `${state}\n`);
  writeFileSync(join(dir, "link_layer"), `${layer}\n`);
}

test("a port that went down is noticed, even by a restarted agent", () => {
  const [root, file] = [aDir(), join(aDir(), "ib-ports")];
  for (const device of ["mlx5_0", "mlx5_1"]) port(root, device, "4: ACTIVE");
  port(root, "mlx5_2", "4: ACTIVE", "Ethernet");
  const judged = (most: (count: number) => number) => {
    const ports = countActivePorts(root);
    return judgeSurroundings({ ports, portsExpected: most(ports), gpus: 8, gpusExpected: 8 });
  };
  const most = mostEver(file);
  expect(judged(most)).toEqual([]);
  port(root, "mlx5_1", "1: DOWN");
  for (const one of [most, mostEver(file)])
    expect(judged(one)).toMatchObject([
      { name: "ib-port-down", severity: "warning", text: "1 of 2 InfiniBand ports are active", gpu_id: null },
    ]);
  port(root, "mlx5_1", "4: ACTIVE");
  expect(judged(most)).toEqual([]);
});

test("a port that went down is noticed if the disk had no room for the count", () => {
  const most = mostEver(join(aDir(), "is not there", "ib-ports"));
  expect([most(2), most(1)]).toEqual([2, 2]);
});

test("a machine with fewer GPUs than expected takes no tasks", () => {
  expect(judgeSurroundings({ ports: 0, portsExpected: 0, gpus: 7, gpusExpected: 8 })).toMatchObject([
    { name: "gpus-missing", severity: "critical", action: "inspect", text: "the machine was found with 7 of 8 GPUs" },
  ]);
});

test("an unwritable disk is critical", () => {
  const dir = aDir();
  mkdirSync(join(dir, ".written"));
  expect(probeDisk(dir)).toMatchObject([{ name: "disk-read-only", severity: "critical" }]);
  expect(probeDisk(aDir())).toEqual([]);
});

test.runIf(process.getuid?.() === 0)("a disk of the engine that the kernel made read-only is critical", () => {
  const [dir, agentDir] = [aDir(), aDir()];
  execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", dir]);
  onTestFinished(() => void execFileSync("umount", ["-l", dir]));
  const text = `nothing can be written to the disk (${dir})`;
  expect(probeEngineDisk(dir, agentDir)).toMatchObject([{ name: "engine-disk-read-only", severity: "critical", text }]);
});

/** Only root with loop devices may mount an image. */
test.runIf(process.getuid?.() === 0 && existsSync("/dev/loop-control"))(
  "a disk of the engine that the kernel made read-only after an error is critical, whatever it calls that",
  () => {
    const [dir, agentDir, image] = [aDir(), aDir(), join(aDir(), "image")];
    execFileSync("truncate", ["-s", "16M", image]);
    execFileSync("mkfs.ext4", ["-q", "-F", image]);
    execFileSync("mount", ["-o", "loop,errors=remount-ro", image, dir]);
    onTestFinished(() => void execFileSync("umount", [dir]));
    expect(probeEngineDisk(dir, agentDir)).toEqual([]);
    const device = execFileSync("findmnt", ["-no", "SOURCE", dir], { encoding: "utf8" }).trim();
    // Linux 6.15 and later note emergency_ro for it, and no longer ro.
    writeFileSync(join("/sys/fs/ext4", basename(device), "trigger_fs_error"), "1");
    expect(probeEngineDisk(dir, agentDir)).toMatchObject([{ name: "engine-disk-read-only", severity: "critical" }]);
  },
);

test.runIf(process.getuid?.() === 0)("a disk of the engine that only this agent may not write to says nothing", () => {
  const dir = join(aDir(), "its disk");
  mkdirSync(dir);
  // As under ProtectSystem=strict: the mount is read-only in this agent's namespace.
  const view = `mount -t tmpfs tmpfs "$0" && mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"`;
  const probe = `import { probeEngineDisk } from "./worker/agent/probes/disk";
    console.log(JSON.stringify(probeEngineDisk(process.argv[1], "/")))`;
  const script = `${view} && ! touch "$0/x" 2>/dev/null && node_modules/.bin/bun -e "$1" "$0"`;
  expect(JSON.parse(execFileSync("unshare", ["-m", "sh", "-c", script, dir, probe], { encoding: "utf8" }))).toEqual([]);
});

/** Only root may mount a small disk. */
test.runIf(process.getuid?.() === 0).each(["size=64k", "size=1m,nr_inodes=3"])(
  "a disk to which nothing more can be written is critical: a start that cannot be noted ends its task for good (%s)",
  (options) => {
    const dir = join(aDir(), "größe");
    mkdirSync(dir);
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", dir]);
    onTestFinished(() => void execFileSync("umount", ["-l", dir]));
    const agentDir = aDir();
    expect([probeDisk(dir), probeEngineDisk(dir, agentDir)]).toEqual([[], []]);
    try {
      for (let at = 0; ; at += 1) writeFileSync(join(dir, `filler-${at}`), Buffer.alloc(4_096));
    } catch {
      // It is full.
    }
    expect(probeDisk(dir)).toMatchObject([{ name: "disk-full", severity: "critical", action: "inspect" }]);
    expect(probeEngineDisk(dir, agentDir)).toMatchObject([
      {
        name: "engine-disk-full",
        severity: "critical",
        text: `the disk is full, so no task can start (${dir.replace("öß", "??")})`,
      },
    ]);
    expect(probeEngineDisk(dir, dir)).toEqual([]);
  },
);
