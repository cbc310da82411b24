import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "../../../worker/agent/connection";
import { aReport } from "../../support/a-report";
import { until } from "../../support/until";
import { ControlPlane } from "./control-plane";

const NODE = "demo-1";

let plane: ControlPlane;
let liveUrl = "";
let said: string[];
let connection: Connection | null = null;

beforeEach(async () => {
  plane = new ControlPlane();
  liveUrl = await plane.start();
  said = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(async () => {
  connection?.end();
  await plane.stop();
  vi.restoreAllMocks();
});

test.each([
  [{ retired: true }, "this node was retired; its agent stops"],
  [{ retired: false }, "another agent took over this node; this one stops"],
  // The message of older workers.
  [undefined, "another agent took over this node; this one stops"],
])("an agent that gets %j logs why it stops", async (why, words) => {
  const over = new Promise<void>((resolve) => connect(resolve));
  await until("its connection", () => connection?.connected);
  plane.supersede(NODE, why);
  await over;
  expect(said.at(-1)).toContain(words);
});

test("an answer to a report may be anything", async () => {
  connect();
  await until("its connection", () => connection?.connected);
  plane.answers = [null, undefined, 7, [], { retcode: "ERROR", fields: null }, { retcode: {} }];
  for (let seq = 1; plane.answers.length > 0; seq += 1) {
    connection?.observed(aReport(seq));
    await until("its answer", () => plane.observed.length === seq);
  }
  await until("the refusal", () => said.some((line) => line.includes("its report was refused: {}")));
});

test("output counts as taken unless the control plane failed, or the connection ended before its answer", async () => {
  connect();
  await until("its connection", () => connection?.connected);
  const answerOf = () => {
    const chunk = { placement_id: crypto.randomUUID(), seq: 1, ts: 1, stream: "out" as const, text: "hello" };
    return new Promise<boolean>((resolve) => connection?.logs(chunk, resolve));
  };
  plane.answers = [{ retcode: "FAILED" }, { retcode: "ERROR" }, { retcode: "OK" }];
  expect([await answerOf(), await answerOf(), await answerOf()]).toEqual([false, true, true]);
  const lost = answerOf();
  connection?.end();
  expect(await lost).toBe(false);
});

test("a refused key is logged once, and again if it was valid in between", async () => {
  const refused = () => said.filter((line) => line.includes("refused: the agent key is not valid"));
  plane.refusing = true;
  connect();
  await until("two refusals", () => plane.refusals === 2);
  expect(refused()).toHaveLength(1);
  plane.refusing = false;
  await until("its connection", () => connection?.connected);
  plane.refusing = true;
  plane.disconnectAll();
  await until("another refusal", () => plane.refusals === 3 && refused().length === 2);
});

function connect(onSuperseded = () => {}): void {
  const events = { onConnect: () => {}, onDesired: () => {}, onSuperseded };
  connection = new Connection({ nodeName: NODE, agentKey: "mra_x", liveUrl, ...events });
}
