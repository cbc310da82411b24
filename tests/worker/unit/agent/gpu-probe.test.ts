import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import {
  judgeCards,
  judgeDivided,
  judgeGpus,
  judgeProhibited,
  judgeUnjoined,
} from "../../../../worker/agent/health/judge-gpus";
import {
  probeDivided,
  probeGpus,
  probeProhibited,
  probeSlow,
  probeUnjoined,
} from "../../../../worker/agent/probes/gpus";
import { installScript } from "../../../support/install-script";

const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

/** Puts a program named nvidia-smi first on the PATH. */
function install(script: string): void {
  const dir = mkdtempSync(join(tmpdir(), "millrace-smi-"));
  installScript(join(dir, "nvidia-smi"), script);
  process.env["PATH"] = `${dir}:${path}`;
}

const [LINE, SHORT] = ["0, GPU-5f1c, NVIDIA A100, 00000000:2B:00.0, 81920", "0, GPU-5f1c, NVIDIA A100, 81920"];

test("a healthy device is read with all fields", async () => {
  install(`case "$*" in *remapped*) ;; *) echo "${LINE}, 10, 50, 0, No";; esac`);
  expect(await probeGpus()).toMatchObject({
    outcome: "answered",
    gpus: [{ busyPct: 50, memoryUsedMb: 10, pci: "0000:2b:00" }],
  });
});

test("a GPU that is listed twice is one GPU: a second id would give it to two tasks", async () => {
  install(
    `case "$*" in *remapped*) ;; *) echo "${LINE}, 10, 50, 0, No"; echo "1${LINE.slice(1)}, 10, 50, 0, No";; esac`,
  );
  expect((await probeGpus()).gpus).toMatchObject([{ index: 0, uuid: "GPU-5f1c" }]);
});

test("a driver that does not know a field is asked for fewer", async () => {
  install(
    `case "$*" in *ecc*) echo 'Field "ecc" is not a valid field to query.' >&2; exit 2;; *remapped*) exit 2;; *) echo "${LINE}, 10, [N/A]";; esac`,
  );
  expect(await probeGpus()).toMatchObject({ outcome: "answered", gpus: [{ busyPct: null, memoryUsedMb: 10 }] });
});

test("a very old driver reports neither its buses nor its errors, and uses old names for a slow GPU's reasons", async () => {
  install(
    `case "$*" in *pci.bus_id*|*remapped*|*event_reasons*) exit 2;; *throttle*) echo "GPU-5f1c, Active, Not Active, [N/A], Active";; *) echo "${SHORT}";; esac`,
  );
  expect(await probeGpus()).toMatchObject({ outcome: "answered", gpus: [{ busyPct: null, pci: "" }], remaps: [] });
  expect(await probeSlow()).toMatchObject([
    { uuid: "GPU-5f1c", reasons: ["hw_thermal_slowdown", "sw_power_cap"], tempC: null },
  ]);
});

test.each(["[Unknown Error]", "ERR!", "[N/A]", "N/A", "[Insufficient Permissions]", ""])(
  "a GPU whose name the driver does not give, '%s', is not another card",
  async (name) => {
    const row = (given: string) =>
      install(`case "$*" in *remapped*) ;; *) echo "${LINE.replace("NVIDIA A100", given)}, 10, 50, 0, No";; esac`);
    const judged = async () =>
      judgeCards((await probeGpus()).gpus, { name: "NVIDIA A100-SXM4-80GB", memoryTotalMb: 81920 }, ["GPU-5f1c"]);
    row(name);
    expect(await judged()).toEqual([]);
    row("NVIDIA L4");
    expect(await judged()).toMatchObject([{ name: "gpu-other" }]);
  },
);

test("a tool that writes without end gives no answer: its rows are no GPUs", async () => {
  install(`exec yes "${LINE}, 10, 50, 0, No"`);
  expect(await probeGpus()).toMatchObject({ outcome: "failed", gpus: [] });
});

test("a GPU in MIG mode is not a whole GPU for a task: it is reported, and a driver without that mode is ignored", async () => {
  install(`echo "GPU-1, [N/A]"; echo "GPU-2, Enabled"; echo "GPU-3, Disabled"`);
  expect(judgeDivided((await probeDivided()) ?? [], ["GPU-1", "GPU-2", "GPU-3"])).toMatchObject([
    { name: "gpu-mig", severity: "critical", action: "inspect", gpu_id: 1 },
  ]);
  install(`echo 'Field "mig.mode.current" is not a valid field to query.'; exit 2`);
  expect(await probeDivided()).toEqual([]);
});

test("a GPU whose compute mode is Prohibited is reported: no program can use it", async () => {
  install(`echo "GPU-1, [N/A]"; echo "GPU-2, Prohibited"; echo "GPU-3, Default"; echo "GPU-4, Exclusive_Process"`);
  expect(judgeProhibited((await probeProhibited()) ?? [], ["GPU-1", "GPU-2", "GPU-3", "GPU-4"])).toMatchObject([
    { name: "gpu-prohibited", severity: "critical", action: "inspect", gpu_id: 1 },
  ]);
  install(`echo 'Field "compute_mode" is not a valid field to query.'; exit 2`);
  expect(await probeProhibited()).toEqual([]);
});

test("a GPU that has not joined its NVLink fabric is reported: no program can use it", async () => {
  install(
    `echo "GPU-1, [N/A]"; echo "GPU-2, In Progress"; echo "GPU-3, Completed"; echo "GPU-4, Not Started"; echo "GPU-5, Not Supported"`,
  );
  expect(judgeUnjoined((await probeUnjoined()) ?? [], ["GPU-1", "GPU-2", "GPU-3", "GPU-4", "GPU-5"])).toMatchObject([
    { name: "gpu-fabric", severity: "critical", action: "inspect", gpu_id: 1 },
    { name: "gpu-fabric", gpu_id: 3 },
  ]);
  install(`echo 'Field "fabric.state" is not a valid field to query.'; exit 2`);
  expect(await probeUnjoined()).toEqual([]);
});

test("a GPU whose way into the fabric was completed with an error has not joined it either", async () => {
  const rows = [
    ["GPU-1, Completed, Success"],
    ["GPU-2, Completed, Insufficient Resources"],
    ["GPU-3, Completed, Unknown Error"],
    ["GPU-4, Completed, [N/A]"],
    ["GPU-5, In Progress, N/A"],
    ["GPU-6, Not Supported, Success"],
    ["GPU-7, [N/A], [N/A]"],
    ["GPU-8, Completed, N/A"],
  ];
  install(`case "$*" in *fabric.status*) echo "${rows.join("\n")}";; *) exit 2;; esac`);
  expect(await probeUnjoined()).toEqual(["GPU-2", "GPU-3", "GPU-5"]);
  install(`case "$*" in *fabric.status*) exit 2;; *) echo "GPU-1, Not Started";; esac`);
  expect(await probeUnjoined()).toEqual(["GPU-1"]);
});

test("memory errors are reported for the GPU that has them", async () => {
  install(`case "$*" in *remapped*) echo "00000000:2B:00.0, Yes, No";; *) echo "${LINE}, 10, 50, 3, Yes";; esac`);
  const found = judgeGpus(await probeGpus(), ["GPU-5f1c"]);
  expect(found.map(({ name, gpu_id, count }) => [name, gpu_id, count])).toEqual([
    ["ecc-uncorrected", 0, 3],
    ["pages-pending", 0, undefined],
    ["rows-pending", 0, undefined],
  ]);
});

test.each([
  [14, "WARNING: infoROM is corrupted at gpu 0000:2B:00.0", "inforom-corrupt", 0],
  [14, "", "inforom-corrupt", null],
  [15, "Unable to determine the device handle for GPU0000:41:00.0: GPU is lost", "gpu-inaccessible", null],
  [77, "", "nvidia-smi-exit", null],
])("code %i with whole rows is a warning, and no failed probe", async (code, said, name, gpuId) => {
  install(`case "$*" in *remapped*) ;; *) echo "${LINE}, 10, 50, 0, No";; esac; echo '${said}'; exit ${code}`);
  const probe = await probeGpus();
  expect(probe).toMatchObject({ outcome: "answered", gpus: [{ uuid: "GPU-5f1c" }] });
  expect(judgeGpus(probe, ["GPU-5f1c"])).toMatchObject([{ name, severity: "warning", gpu_id: gpuId }]);
});

test("code 77 with fewer rows than before is a failed probe", async () => {
  install(`echo "${LINE}, 10, 50, 0, No"; exit 77`);
  expect((await probeGpus(2)).outcome).toBe("failed");
});

test.each([
  "Unable to determine the device handle for GPU3: 0000:41:00.0: Unknown Error",
  "Unable to determine the device handle for GPU 0000:41:00.0: GPU is lost.  Reboot the system to recover this GPU",
  "Unable to determine the device handle for gpu 0000:41:00.0: Not Found",
])("a GPU that the tool names as out of reach is missing, and those that it lists are not: %s", async (said) => {
  install(`case "$*" in *remapped*) ;; *) echo "${LINE}, 10, 50, 0, No";; esac; echo '${said}' >&2; exit 255`);
  const probe = await probeGpus(2);
  expect(probe).toMatchObject({ outcome: "answered", gpus: [{ uuid: "GPU-5f1c" }] });
  expect(judgeGpus(probe, ["GPU-5f1c", "GPU-6a2d"])).toMatchObject([
    { name: "gpu-missing", severity: "critical", gpu_id: 1 },
    { name: "gpu-inaccessible", severity: "warning", gpu_id: null },
  ]);
});

test("a hang is reported, without waiting for it", async () => {
  install("exec sleep 600");
  expect(await probeGpus()).toEqual({ gpus: [], remaps: [], outcome: "hung", warning: null });
});

/** A frozen program is as hard to end as one that waits in the kernel for a device. */
const FREEZER = "/sys/fs/cgroup/freezer";
const canFreeze = existsSync(`${FREEZER}/cgroup.procs`) && process.getuid?.() === 0;

test.runIf(canFreeze)("a tool that cannot be ended is reported, and no second one starts before its end", async () => {
  const [group, began] = [
    `${FREEZER}/millrace-${process.pid}`,
    join(mkdtempSync(join(tmpdir(), "millrace-smi-")), "began"),
  ];
  mkdirSync(group);
  onTestFinished(async () => {
    writeFileSync(`${group}/freezer.state`, "THAWED");
    await vi.waitFor(() => rmdirSync(group), { timeout: 20_000 });
  });
  install(`echo $$ > ${group}/cgroup.procs; echo >> ${began}; echo FROZEN > ${group}/freezer.state; echo "${SHORT}"`);
  for (const _time of [1, 2, 3]) expect((await probeGpus()).outcome).toBe("hung");
  expect(readFileSync(began, "utf8")).toBe("\n");
  writeFileSync(`${group}/freezer.state`, "THAWED");
  install(`echo "${SHORT}"`);
  await vi.waitFor(async () => expect((await probeGpus()).outcome).toBe("answered"), { timeout: 20_000 });
});

test("a tool that always fails is reported", async () => {
  install("exit 9");
  expect(await probeGpus()).toEqual({ gpus: [], remaps: [], outcome: "failed", warning: null });
});

test("a missing tool is not an error: the machine has no GPUs of that vendor", async () => {
  process.env["PATH"] = mkdtempSync(join(tmpdir(), "millrace-empty-"));
  expect(await probeGpus()).toEqual({ gpus: [], remaps: [], outcome: "absent", warning: null });
});
