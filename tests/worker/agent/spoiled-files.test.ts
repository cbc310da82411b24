import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

const NODE = "spoiled";

test.each(["host_key.pub", "authorized_keys"])(
  "a task whose %s cannot be read harms no other task of its node",
  async (name) => {
    const plane = new ControlPlane();
    const given = {
      liveUrl: await plane.start(),
      dataDir: aDataDir(),
      nodes: [{ node_name: NODE, agent_key: "key", gpus: 2 }],
      ports: "18700-18749",
    };
    const [spoiled, later] = [aDesiredTask({ ssh_public_keys: [] }), aDesiredTask({ ssh_public_keys: [], gpus: [1] })];
    plane.desire(NODE, desiring(1, [spoiled]));
    let agent = startAgent(given);
    const { ssh_addr } = await plane.untilTask(NODE, spoiled.placement_id, "running");
    await kill(agent);
    // As with a bad block, every read of it fails.
    const file = join(given.dataDir, NODE, "tasks", spoiled.placement_id, "conf", name);
    rmSync(file);
    mkdirSync(file);
    plane.observed.length = 0;
    plane.desire(NODE, desiring(2, [spoiled, later]));
    agent = startAgent(given);
    await plane.untilTask(NODE, later.placement_id, "running");
    expect(await plane.untilTask(NODE, spoiled.placement_id, "running")).toMatchObject({ ssh_addr });
    plane.desire(NODE, desiring(3, [later]));
    await plane.until(NODE, ({ tasks }) => !tasks.some((task) => task.placement_id === spoiled.placement_id));
    await kill(agent);
    await cleanUp(given.dataDir, [NODE]);
    await plane.stop();
  },
);
