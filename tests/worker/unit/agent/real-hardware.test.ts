import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { installScript } from "../../../support/install-script";

test("a look before the report of an end also sees a GPU that only nvidia-smi calls lost: pilots often cannot read the kernel log", async () => {
  const dir = mkdtempSync(join(tmpdir(), "millrace-hardware-"));
  const rows = join(dir, "rows");
  const show = (figures: string) => writeFileSync(rows, `0, GPU-5f1c, NVIDIA A100, 00000000:2B:00.0, ${figures}\n`);
  show("81920, 10, 50, 0, No");
  installScript(join(dir, "nvidia-smi"), `case "$*" in *uncorrected*) cat ${rows};; *) exit 2;; esac`);
  installScript(join(dir, "dmesg"), "exit 1");
  vi.stubEnv("PATH", `${dir}:${process.env["PATH"]}`);
  vi.stubEnv("MILLRACE_DATA_DIR", dir);
  // The agent's own looks would go on in other tests.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { realHardware } = await import("../../../../worker/agent/hardware");
  const hardware = await realHardware();
  const names = () => hardware.findings().map(({ name }) => name);
  await hardware.look();
  expect(names()).toEqual(["kernel-log-closed"]);
  const lost = "[GPU is lost]";
  show([lost, lost, lost, lost, lost].join(", "));
  await hardware.look();
  expect(names()).toContain("gpu-lost");
});
