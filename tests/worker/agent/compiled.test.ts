import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildAgent } from "../../support/build-agent.mjs";

test("the compiled agent is nvidia-smi in a task, whatever the customer's variables", () => {
  const dir = mkdtempSync(join(tmpdir(), "millrace-compiled-"));
  const agent = buildAgent(join(dir, "millrace-agent"));
  const task = {
    placement_id: "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11",
    resv_guid: "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c12",
    task_name: "first-try",
    tenant_name: "tenant",
    agent: "no-agent",
    gpus: [0, 1],
    gpu_uuids: ["GPU-a", "GPU-b"],
    gpu_model: { name: "NVIDIA RTX A5000 (simulated)", memoryMb: 24_564 },
    simulated: true,
    ...{ bind: "127.0.0.1", host: "127.0.0.1", port: 22_000, started_ts: 1 },
  };
  writeFileSync(join(dir, "task.json"), JSON.stringify(task));
  const env = {
    NODE_ENV: "test" as const,
    PATH: process.env["PATH"],
    MILLRACE_GPUS: "0,1",
    MILLRACE_SSH_PORTS: "none",
    MILLRACE_URL: "?",
  };
  const { stdout, stderr } = spawnSync(agent, ["nvidia-smi", dir, "-L"], { encoding: "utf8", env });
  expect(stderr).toBe("");
  expect(stdout).toContain("GPU 1: NVIDIA RTX A5000 (simulated) (UUID: GPU-b)");
});
