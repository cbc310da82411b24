import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FindingBook } from "../../../../worker/agent/health/finding-book";
import { readKernelLog } from "../../../../worker/agent/health/watch-kernel";

const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

const nowTs = () => Math.floor(Date.now() / 1000);

/** Runs the script as a program named dmesg and returns the names of the findings. */
async function findingsOf(script: string): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), "millrace-dmesg-"));
  writeFileSync(join(dir, "dmesg"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(dir, "dmesg"), 0o755);
  process.env["PATH"] = `${dir}:${path}`;
  const windows = { eventS: 86_400, conditionS: 600 };
  const book = new FindingBook({ file: join(dir, "findings.json"), bootId: "b", windows });
  await readKernelLog({ book, gpuAt: () => null });
  return book.list(nowTs()).map(({ name }) => name);
}

const XID = "[    1.000000] NVRM: Xid (PCI:0000:2b:00): 79, GPU has fallen off the bus.";

test("the log of a machine with many processors is several MB long, and is read to its end", async () => {
  const line =
    "[    0.500000] smp: CPU 255 is up, and says so in a line of a hundred letters, as all others did before it";
  expect(await findingsOf(`yes '${line}' | head -n 40000; echo '${XID}'`)).toEqual(["xid-79"]);
});

test("an unreadable log is reported", async () => {
  expect(await findingsOf("echo 'dmesg: read kernel buffer failed: Operation not permitted' >&2; exit 1")).toEqual([
    "kernel-log-closed",
  ]);
});
