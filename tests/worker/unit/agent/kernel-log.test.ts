import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { FindingBook } from "../../../../worker/agent/health/finding-book";
import { LogCursor } from "../../../../worker/agent/health/log-cursor";
import { readKernelLog } from "../../../../worker/agent/health/watch-kernel";
import { installScript } from "../../../support/install-script";

const path = process.env["PATH"];
afterEach(() => {
  process.env["PATH"] = path;
});

const nowTs = () => Math.floor(Date.now() / 1000);

/** Runs the script as a program named dmesg and returns the names of the findings. */
async function findingsOf(script: string): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), "millrace-dmesg-"));
  installScript(join(dir, "dmesg"), script);
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

test("a machine without dmesg has a finding that says so", async () => {
  const dir = mkdtempSync(join(tmpdir(), "millrace-dmesg-"));
  process.env["PATH"] = dir;
  const windows = { eventS: 86_400, conditionS: 600 };
  const book = new FindingBook({ file: join(dir, "findings.json"), bootId: "b", windows });
  await readKernelLog({ book, gpuAt: () => null });
  expect(book.list(nowTs())).toMatchObject([
    { name: "kernel-log-closed", text: "dmesg is not on this machine, so the agent sees no Xid" },
  ]);
});

test.each(["[    0.000000] ", ""])("a log without times (printk.time=0), as '%s', is read too", async (time) => {
  expect(await findingsOf(`echo '${time}usb 1-1: new device'; echo '${time}${XID.slice(15)}'`)).toEqual(["xid-79"]);
});

test("of a log without times and with limited room, new events are read while old ones leave it", () => {
  const events = (text: string) => [...text].map((code) => ({ bootS: null, code, detail: text }));
  const kept = new LogCursor();
  const read = (text: string, cursor = kept) => cursor.unread(events(text)).map(({ code }) => code);
  expect(read("abc").join("")).toBe("abc");
  expect(read("abcd").join("")).toBe("d");
  expect(read("cdef").join("")).toBe("ef");
  expect(read("cdef", new LogCursor(kept.place)).join("")).toBe("");
  expect(read("xyz").join("")).toBe("xyz");
  expect(read("").join("")).toBe("");
  expect(read("xxxx").join("")).toBe("xxxx");
  expect(read("xxxxx").join("")).toBe("x");
});
