import type { ChildProcess } from "node:child_process";
import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeKeyPair } from "../../e2e/support/ssh";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

const NODE = "demo-1";

/** Only root may mount a small disk. */
describe.runIf(process.getuid?.() === 0)("An agent whose own disk is full", () => {
  const plane = new ControlPlane();
  const dataDir = aDataDir();
  const filler = join(dataDir, "filler");
  let agent: ChildProcess;
  let key: string;
  const task = (gpu: number) => aDesiredTask({ ssh_public_keys: [key], gpus: [gpu] });
  const errorOf = async (placementId: string) => (await plane.untilTask(NODE, placementId, "error")).message;

  beforeAll(async () => {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", dataDir]);
    key = (await makeKeyPair()).publicKey;
    const liveUrl = await plane.start();
    const nodes = [{ node_name: NODE, agent_key: "mra_x", gpus: 3 }];
    agent = startAgent({ liveUrl, dataDir, nodes, ports: "18400-18419" });
  });
  afterAll(async () => {
    rmSync(filler, { force: true });
    await kill(agent);
    await plane.stop();
    await cleanUp(join(dataDir), [NODE]).catch(() => undefined);
    execFileSync("umount", ["-l", dataDir]);
    rmSync(dataDir, { recursive: true });
  });

  test("continues to report its tasks, ends them on request, and explains why nothing new starts", async () => {
    const [stays, ends] = [task(0), task(1)];
    plane.desire(NODE, desiring(1, [stays, ends]));
    for (const { placement_id: id } of [stays, ends]) await plane.untilTask(NODE, id, "running");
    fill(filler);
    // The load that it shows to each task, which it would write every 3 s.
    const told = plane.loads.length;
    await plane.untilLoad(() => plane.loads.length > told + 2);

    const [fresh, clashing] = [task(2), task(0)];
    plane.desire(NODE, desiring(2, [stays, { ...ends, run: false }, fresh, clashing]));
    expect(await errorOf(clashing.placement_id)).toBe("GPU 0 is in use by another task");
    expect(await errorOf(fresh.placement_id)).toMatch(/ENOSPC|the disk is full/);
    await plane.untilTask(NODE, ends.placement_id, "stopped");

    // A refusal is final, even if it could not be noted.
    plane.desire(NODE, desiring(3, [{ ...stays, run: false }, fresh, clashing]));
    await plane.untilTask(NODE, stays.placement_id, "stopped");
    rmSync(filler);
    plane.desire(NODE, desiring(4, [fresh, clashing]));
    await plane.until(NODE, ({ desired_version: version, tasks }) => version === 4 && tasks.length === 2);
    expect(await errorOf(clashing.placement_id)).toBe("GPU 0 is in use by another task");
    const next = task(0);
    plane.desire(NODE, desiring(5, [next]));
    await plane.untilTask(NODE, next.placement_id, "running");
    expect(agent.exitCode).toBeNull();
  });
});

/** Writes until the disk is full. */
function fill(file: string): void {
  writeFileSync(file, "");
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) appendFileSync(file, Buffer.alloc(size));
    } catch {
      // A size that no longer fits.
    }
  }
}
