import { spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, test } from "vitest";
import { freePorts, SlurmLab } from "../../support/slurm/lab.mjs";
import { until } from "../../support/until";

describe.skipIf(SlurmLab.lacks() !== "")("a Slurm for tests", () => {
  test.each(["SIGTERM", "SIGKILL"] as const)("ends with the process that began it, by %s too", async (signal) => {
    const lab = new SlurmLab({ dir: mkdtempSync("/tmp/millrace-slurm-"), port: await freePorts(1) });
    const program = `
      const { keep, SlurmLab } = await import("./tests/support/slurm/lab.mjs");
      const lab = new SlurmLab({ dir: ${JSON.stringify(lab.dir)}, port: ${lab.port} });
      keep(lab);
      const started = lab.start();
      console.log("begun");
      await started;`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // In the middle of its start.
    await new Promise((resolve) => createInterface({ input: child.stdout }).once("line", resolve));
    // A process has its mark once it runs the program, which is a moment after it was made.
    await until("its first process", () => lab.processes().length > 0);
    expect(lab.processes().length).toBeGreaterThan(0);
    child.kill(signal);
    await until("all of it has ended", () => lab.processes().length === 0 && !existsSync(lab.dir));
  });
});
