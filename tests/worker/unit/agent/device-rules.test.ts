import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deviceRules, numbersOf } from "../../../../worker/agent/container/device-rules";

test.each([
  [0x103, { major: 1, minor: 3 }],
  [0x1_0000_fe00, { major: 254, minor: 0x100000 }],
])("numbers of a device are parsed as the C library packs them: %i", (rdev, numbers) => {
  expect(numbersOf(rdev)).toEqual(numbers);
});

test.runIf(process.getuid?.() === 0)("a container may open only the devices in its own /dev", () => {
  const dir = mkdtempSync(join(tmpdir(), "dev-"));
  mkdirSync(join(dir, "deep"));
  writeFileSync(join(dir, "file"), "");
  execFileSync("mknod", [join(dir, "null"), "c", "1", "3"]);
  execFileSync("mknod", [join(dir, "deep", "disk"), "b", "259", "300"]);
  expect(deviceRules(dir).toSorted((a, b) => (a.major ?? 0) - (b.major ?? 0))).toEqual([
    { allow: false, access: "rwm" },
    { allow: true, type: "c", major: 1, minor: 3, access: "rwm" },
    { allow: true, type: "b", major: 259, minor: 300, access: "rwm" },
  ]);
  rmSync(dir, { recursive: true });
});

// For a container with its own users, crun puts a device over an empty file, which the folder still lists as a file.
test("a device that is mounted over a file counts as one, and a link to a device does not", async () => {
  const dir = mkdtempSync(join(tmpdir(), "dev-"));
  const sandbox = spawn(
    "bwrap",
    [
      ...["--ro-bind", "/", "/", "--tmpfs", dir, "--dev-bind", "/dev/zero", join(dir, "gpu")],
      ...["--symlink", "/dev/random", join(dir, "link"), "--", "sh", "-c", `echo $$; exec sleep 60`],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [pid] = (await once(sandbox.stdout, "data")) as [Buffer];
  expect(deviceRules(join("/proc", pid.toString().trim(), "root", dir))).toEqual([
    { allow: false, access: "rwm" },
    { allow: true, type: "c", major: 1, minor: 5, access: "rwm" },
  ]);
  // The program itself: it outlives its sandbox, and would keep the tests' output open.
  process.kill(Number(pid), "SIGKILL");
  await once(sandbox, "exit");
  rmSync(dir, { recursive: true });
});
