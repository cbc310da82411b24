import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { runProbe } from "../../../../worker/agent/probes/run";

const LIMIT_MS = 10_000;

test("an ended tool is started again, though its child keeps its output open", async () => {
  const pidFile = join(mkdtempSync(join(tmpdir(), "millrace-probe-")), "pid");
  onTestFinished(() => void process.kill(Number(readFileSync(pidFile, "utf8")), "SIGKILL"));
  await runProbe("sh", ["-c", `sleep 600 & echo $! > ${pidFile}`], 500);
  expect(await runProbe("sh", ["-c", "echo again"], LIMIT_MS)).toEqual({ ok: true, output: "again\n" });
});

test("a tool answers in English on a machine of another language", async () => {
  vi.stubEnv("LC_ALL", "de_DE.UTF-8");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await runProbe("sh", ["-c", "echo $LC_ALL"], LIMIT_MS)).toEqual({ ok: true, output: "C\n" });
});
