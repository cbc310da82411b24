import { beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readFree } from "~/compute/read-free.server";
import { beatReceiving, noteReceiver } from "~/fleet/beat-receiving.server";
import { checkHealth } from "~/fleet/check-health.server";
import { countNodes, listSilentClusters } from "~/fleet/count-nodes.server";
import type { Machine } from "./machine";
import { aCustomer, aMachine, anEmptyStage, aRunningTask, at, healthOf, noticesOf, pass, taskRow, tick } from "./stage";

beforeEach(async () => {
  await anEmptyStage();
  await db.query(`delete from fleet_silence`);
  await db.query(`delete from receiver`);
  await db.query(`update node set contact = 'steady', flapping = false, flap_score = 0, late_at = null`);
  await db.query(`update user_account set role = 'operator' where id = (select min(id) from user_account)`);
});

const fleet = async (count: number) => {
  const machines: Machine[] = [];
  for (let made = 0; made < count; made += 1) machines.push(await aMachine());
  return machines;
};
/** The silences of clusters, of which a rule tells operators. */
const alarms = async () =>
  (
    await db.query<{ text: string }>(
      `select silent || ' of ' || of_nodes || ' nodes of ' || cluster_name || case when ended_at is null then '' else ', over' end as text
       from fleet_silence order by id`,
    )
  ).map(({ text }) => text);
const contactOf = async ({ nodeId }: Machine) =>
  (
    await db.query<{ contact: string; flapping: boolean }>(`select contact, flapping from node where id = $1`, [nodeId])
  )[0];
const freeNodes = async (second: number) =>
  (await readFree({ now: at(second) })).find((row) => row.cluster_name === "fra1" && row.gpu_type === "a5000")
    ?.free_nodes ?? 0;

const THREE_DEAD = ["dead", "dead", "dead"];

describe("A cluster that falls silent as a whole", () => {
  test("is our network's fault: no node is Dead, no task has an incident, and there is one alarm and one end", async () => {
    const { tenantId } = await aCustomer();
    await db.query(`update user_account set role = 'operator' where id = (select min(id) from user_account)`);
    const machines = await fleet(4);
    const resvGuid = await aRunningTask(tenantId, machines);
    await pass(machines, 15, 60);
    // Also across a restart of the worker: everything it knows is in the database.
    await pass([], 65, 200);
    expect(await Promise.all(machines.map(healthOf))).toEqual(["healthy", "healthy", "healthy", "healthy"]);
    expect(await taskRow(resvGuid)).toMatchObject({ state: "running", charged_seconds: expect.any(Number) as number });
    expect(await noticesOf(tenantId)).not.toContainEqual(expect.stringContaining("lost contact"));
    expect(await alarms()).toEqual(["4 of 4 nodes of fra1"]);
    expect(await listSilentClusters()).toEqual(["fra1"]);
    // Silent nodes get nothing new meanwhile, and all of them take tasks again as soon as they report.
    expect(await freeNodes(200)).toBe(0);
    await pass(machines, 205, 260);
    expect(await freeNodes(206)).toBeGreaterThan(0);
    expect(await alarms()).toEqual(["4 of 4 nodes of fra1, over"]);
    expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
    expect(await listSilentClusters()).toEqual([]);
    expect(await Promise.all(machines.map(contactOf))).toEqual(
      machines.map(() => ({ contact: "steady", flapping: false })),
    );
  });

  test("for longer than the configured time counts as Dead all the same", async () => {
    const machines = await fleet(3);
    await pass(machines, 5, 15);
    for (const second of [26, 31, 36]) await pass([], second, second);
    await db.query(`update fleet_silence set began_at = $1`, [at(36 - 31 * 60)]);
    await pass([], 40, 50);
    expect(await Promise.all(machines.map(healthOf))).toEqual(THREE_DEAD);
  });

  test("with some nodes that never returned from the last time is our network again, with its own alarm", async () => {
    const machines = await fleet(6);
    const others = machines.slice(3);
    await pass(machines, 5, 15);
    await pass(others, 20, 36);
    await db.query(`update fleet_silence set began_at = $1`, [at(36 - 31 * 60)]);
    await pass(others, 40, 120);
    expect(await Promise.all(machines.map(healthOf))).toEqual([...THREE_DEAD, "healthy", "healthy", "healthy"]);
    await pass([], 125, 150);
    expect(await Promise.all(machines.map(healthOf))).toEqual([...THREE_DEAD, "healthy", "healthy", "healthy"]);
    expect(await alarms()).toEqual(["3 of 6 nodes of fra1, over", "6 of 6 nodes of fra1"]);
    await pass(machines, 155, 200);
    expect((await alarms()).at(-1)).toBe("6 of 6 nodes of fra1, over");
  });

  test("is over when its own nodes report again, whatever others were silent long before", async () => {
    const machines = await fleet(8);
    for (let gone = 0; gone <= 3; gone += 1) await pass(machines.slice(gone), 5 + gone * 90, 90 + gone * 90);
    const left = machines.slice(3);
    await pass([], 365, 380);
    expect(await alarms()).toEqual(["8 of 8 nodes of fra1"]);
    await pass(left, 385, 430);
    expect(await alarms()).toEqual(["8 of 8 nodes of fra1, over"]);
    // A machine that fails now is lost as ever.
    await pass(left.slice(1), 435, 470);
    expect(await Promise.all(left.slice(0, 2).map(healthOf))).toEqual(["dead", "healthy"]);
  });

  test("only in single nodes is not", async () => {
    const machines = await fleet(6);
    const [away, ...others] = machines;
    if (!away) throw new Error("no machine");
    await pass(machines, 5, 15);
    await pass(others, 20, 40);
    expect(await healthOf(away)).toBe("dead");
    expect(await alarms()).toEqual([]);
  });
});

describe("A worker that hangs while another one continues", () => {
  /** Each second from `from` to `to`, both included: these workers receive reports, and these machines send them. */
  const seconds = async (from: number, to: number, workers: string[], machines: Machine[]) => {
    for (let second = from; second <= to; second += 1) {
      for (const worker of workers) await beatReceiving({ worker, now: at(second) });
      if (second % 5 === 0) for (const machine of machines) await machine.report(at(second));
      await checkHealth({ now: at(second) });
    }
  };
  const states = async (machines: Machine[]) =>
    await Promise.all(machines.map(async (one) => `${await healthOf(one)}, ${(await contactOf(one))?.contact}`));
  const heardByTwoWorkers = async () => {
    const [mute, heard] = await fleet(2);
    if (!mute || !heard) throw new Error("no machines");
    await noteReceiver({ nodeIds: [mute.nodeId], worker: "hangs" });
    await noteReceiver({ nodeIds: [heard.nodeId], worker: "goes on" });
    await seconds(1, 15, ["hangs", "goes on"], [mute, heard]);
    return { mute, heard };
  };

  test("makes no node late, and raises no alarm", async () => {
    const { mute, heard } = await heardByTwoWorkers();
    await seconds(16, 37, ["goes on"], [heard]);
    expect(await states([mute, heard])).toEqual(["healthy, steady", "healthy, steady"]);
    await seconds(38, 60, ["hangs", "goes on"], [mute, heard]);
    expect(await states([mute, heard])).toEqual(["healthy, steady", "healthy, steady"]);
    expect(await alarms()).toEqual([]);
  });

  test("leaves the other's nodes to be judged as usual", async () => {
    const { mute, heard } = await heardByTwoWorkers();
    await seconds(16, 35, ["goes on"], []);
    expect(await states([mute, heard])).toEqual(["healthy, steady", "dead, suspect"]);
  });

  test("does not keep a node alive that reconnects to no other", async () => {
    const { mute, heard } = await heardByTwoWorkers();
    await seconds(16, 74, ["goes on"], [heard]);
    expect(await states([mute])).toEqual(["healthy, suspect"]);
    await seconds(75, 75, ["goes on"], [heard]);
    expect(await states([mute, heard])).toEqual(["dead, suspect", "healthy, steady"]);
  });

  test("is no excuse for a node that reached the other and fell silent there", async () => {
    const { mute, heard } = await heardByTwoWorkers();
    await seconds(16, 34, ["goes on"], [heard]);
    await noteReceiver({ nodeIds: [mute.nodeId], worker: "goes on" });
    await seconds(35, 35, ["goes on"], [mute, heard]);
    await seconds(36, 55, ["goes on"], [heard]);
    expect(await states([mute, heard])).toEqual(["dead, suspect", "healthy, steady"]);
  });

  test("has a full threshold again once it receives reports", async () => {
    const { mute, heard } = await heardByTwoWorkers();
    await seconds(16, 50, ["goes on"], [heard]);
    await seconds(51, 70, ["hangs", "goes on"], [heard]);
    expect((await states([mute]))[0]).toMatch(/^healthy/);
    await seconds(71, 71, ["hangs", "goes on"], [heard]);
    expect((await states([mute]))[0]).toMatch(/^dead/);
  });
});

describe("A node with a poor line", () => {
  test("gets no tasks while it is suspect, and gets some again after reporting for a while; its running tasks continue", async () => {
    const { tenantId } = await aCustomer();
    const [machine] = await fleet(1);
    if (!machine) throw new Error("no machine");
    const resvGuid = await aRunningTask(tenantId, [machine], { gpus: 8 });
    await pass([machine], 15, 30);
    for (let second = 31; second <= 46; second += 1) {
      await beatReceiving({ worker: "test", now: at(second) });
      await tick(at(second));
    }
    expect(await contactOf(machine)).toEqual({ contact: "suspect", flapping: false });
    expect(await healthOf(machine)).toBe("healthy");
    await pass([machine], 47, 60);
    expect(await contactOf(machine)).toMatchObject({ contact: "suspect" });
    await pass([machine], 62, 67);
    expect(await contactOf(machine)).toMatchObject({ contact: "steady" });
    expect(await taskRow(resvGuid)).toMatchObject({ state: "running" });
  });

  test("repeatedly is flapping, which operators see among what needs attention", async () => {
    const [machine] = await fleet(1);
    if (!machine) throw new Error("no machine");
    for (const start of [0, 60, 120]) {
      await pass([machine], start + 5, start + 30);
      await pass([], start + 35, start + 45);
    }
    await pass([machine], 170, 200);
    expect(await contactOf(machine)).toEqual({ contact: "steady", flapping: true });
    expect(await freeNodes(200)).toBe(0);
    expect((await countNodes({ now: at(200) })).flapping).toBe(1);
  });
});
