import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { probeGpus } from "../../../worker/agent/probes/gpus";

const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

/** Puts a program named nvidia-smi first on the PATH. */
function install(script: string): void {
  const dir = mkdtempSync(join(tmpdir(), "millrace-smi-"));
  writeFileSync(join(dir, "nvidia-smi"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(dir, "nvidia-smi"), 0o755);
  process.env["PATH"] = `${dir}:${path}`;
}

const LINE = "0, GPU-5f1c, NVIDIA A100, 81920";

test("a healthy device is read with all fields", async () => {
  install(`case "$*" in *remapped*) ;; *) echo "${LINE}, 10, 50, 0, No";; esac`);
  expect(await probeGpus()).toMatchObject({
    present: true,
    errors: 0,
    gpus: [{ busyPct: 50, memoryUsedMb: 10 }],
  });
});

test("a driver that does not know a field is asked for fewer", async () => {
  install(
    `case "$*" in *ecc*) echo 'Field "ecc" is not a valid field to query.' >&2; exit 2;; *remapped*) exit 2;; *) echo "${LINE}, 10, [N/A]";; esac`,
  );
  expect(await probeGpus()).toMatchObject({ errors: 0, gpus: [{ busyPct: null, memoryUsedMb: 10 }] });
});

test("errors of memory count", async () => {
  install(`case "$*" in *remapped*) echo "00:2B, Yes, No";; *) echo "${LINE}, 10, 50, 3, Yes";; esac`);
  expect(await probeGpus()).toMatchObject({ errors: 5 });
});

test("a hang is an error, and is not waited for", async () => {
  install("exec sleep 600");
  expect(await probeGpus()).toEqual({ gpus: [], present: true, errors: 1 });
});

test("a tool that always fails is an error", async () => {
  install("exit 9");
  expect(await probeGpus()).toEqual({ gpus: [], present: true, errors: 1 });
});

test("no tool is no error: the machine has no such GPUs", async () => {
  process.env["PATH"] = mkdtempSync(join(tmpdir(), "millrace-empty-"));
  expect(await probeGpus()).toEqual({ gpus: [], present: false, errors: 0 });
});
