import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { markedProcesses } from "../../../worker/agent/process/processes";
import { makeKeyPair } from "../../e2e/support/ssh";
import { aDataDir, cleanUp, kill, startAgent } from "./agent-process";
import { aDesiredTask, ControlPlane, desiring } from "./control-plane";

const NODE = "demo-1";

const plane = new ControlPlane();
const dataDir = aDataDir();
let agent: ChildProcess;

beforeAll(async () => {
  const liveUrl = await plane.start();
  agent = startAgent({
    liveUrl,
    dataDir,
    nodes: [{ node_name: NODE, agent_key: "mra_x", gpus: 8 }],
    ports: "16780-16799",
  });
});
afterAll(async () => {
  await kill(agent);
  await plane.stop();
  await cleanUp(dataDir, [NODE]);
});

test("a task that ran and left no trace on the machine is reported stopped and not started again", async () => {
  const { publicKey } = await makeKeyPair();
  const aTask = (given: object) => aDesiredTask({ ssh_public_keys: [publicKey], ...given });
  const [lost, fresh] = [aTask({ ran: true }), aTask({ gpus: [1] })];
  plane.desire(NODE, desiring(1, [lost, fresh]));
  await plane.untilTask(NODE, fresh.placement_id, "running");
  const said = await plane.untilTask(NODE, lost.placement_id, "stopped");
  expect(said).toMatchObject({ exit_code: null, message: "the task was lost" });
  const marked = markedProcesses(join(dataDir, NODE)).map(({ placementId }) => placementId);
  expect(new Set(marked)).toEqual(new Set([fresh.placement_id]));
});
