import { beforeAll, expect, test } from "vitest";
import { pool } from "~/platform/db.server";
import { receiveLogs } from "~/fleet/receive-logs.server";
import { readTaskLogs } from "~/compute/inside/tasks/read-task-logs.server";
import { lockWaits } from "../../../support/lock-waits";
import { until } from "../../../support/until";
import { theCatalogue } from "../../../support/world";
import type { Machine } from "../../../worker/lifecycle/machine";
import { aCustomer, aMachine, aRunningTask, at } from "../../../worker/lifecycle/stage";

let tenantId: number;
let resvGuid: string;
let one: Machine;
let two: Machine;

beforeAll(async () => {
  await theCatalogue();
  ({ tenantId } = await aCustomer());
  [one, two] = [await aMachine(), await aMachine()];
  resvGuid = await aRunningTask(tenantId, [one, two], { gpus: 16 });
});

async function write(machine: Machine, text: string): Promise<void> {
  const [placement_id = ""] = machine.running;
  const logs = { placement_id, seq: 1, ts: 0, stream: "out" as const, text };
  await receiveLogs({ nodeId: machine.nodeId, logs, now: at(60) });
}

async function read(afterSeq: number) {
  const { lines, next_seq } = await readTaskLogs({ resvGuid, tenantId, afterSeq });
  return { texts: lines.map((line) => line.text), next: next_seq };
}

test("a reader who continues from the last line misses none, though two nodes of a gang write at once", async () => {
  const other = await pool.connect();
  await other.query("begin");
  // The first line has its number, but cannot be committed while another transaction holds its placement.
  await other.query(`select from placement where placement_id = $1 for no key update`, [one.running[0]]);
  const first = write(one, "one\n");
  await until("the first line to wait", async () => (await lockWaits()) === 1);
  let done = false;
  const second = write(two, "two\n").then(() => (done = true));
  await until("the second line to be written or to wait", async () => done || (await lockWaits()) === 2);

  const early = await read(0);
  await other.query("commit");
  other.release();
  await Promise.all([first, second]);
  const later = await read(early.next);
  expect([...early.texts, ...later.texts]).toEqual(["one\n", "two\n"]);
});

test("a node writes only for its own placements", async () => {
  const { texts } = await read(0);
  const [placement_id = ""] = one.running;
  const logs = { placement_id, seq: 99, ts: 0, stream: "out" as const, text: "not mine\n" };
  await receiveLogs({ nodeId: two.nodeId, logs, now: at(61) });
  expect((await read(0)).texts).toEqual(texts);
});
