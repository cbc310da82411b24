import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/fleet/messages";
import { planWindow } from "~/fleet/inside/nodes/maintenance/plan-window.server";
import { planDrain } from "~/fleet/inside/nodes/plan-drain.server";
import { changeRolling, endTurn, setRollingState } from "~/fleet/inside/nodes/rolling/change-rolling.server";
import { readRolling } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import { type RollingWish, startRolling } from "~/fleet/inside/nodes/rolling/start-rolling.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import { keepWindows } from "~/fleet/keep-windows.server";
import { pruneNodePast } from "~/fleet/prune-node-past.server";
import { anAdmin, aNode, aTenant, type NodeInWorld, type TenantInWorld, theCatalogue } from "../../../support/world";
import { emptyCapacity, occupy, refusalOf, vacate } from "../../../compute/database/capacity/reserving";
import { hours, NOW } from "./in-use";

const by = { userId: 0, requestId: "test" };
let nodes: NodeInWorld[];
let tenant: TenantInWorld;

beforeEach(async () => {
  await theCatalogue();
  await db.query(`delete from rolling_drain`);
  await db.query(`delete from drain_plan`);
  await db.query(`delete from maintenance_window`);
  await db.query(`delete from node_chore`);
  await emptyCapacity();
  tenant = await aTenant();
  by.userId = (await anAdmin()).userId;
  nodes = [];
  for (let count = 0; count < 4; count += 1) nodes.push(await aNode({ now: hours(-1) }));
});

const start = async (given: Partial<RollingWish> = {}) =>
  await startRolling({
    name: "Rack R7",
    nodeNames: nodes.map(({ nodeName }) => nodeName),
    emptyBy: hours(48),
    atOnce: 2,
    stayMinutes: null,
    upgrade: false,
    note: "new switch",
    now: NOW,
    ...given,
    ...by,
  });
const keep = async (hour: number) => await keepWindows({ now: hours(hour) });
const node = (place: number): NodeInWorld => {
  const found = nodes[place];
  if (!found) throw new Error("no such node");
  return found;
};
/** State of each node in the plan, and its mode. */
const turns = async (id: number) => {
  const rows = await db.query<{ node_id: number; state: string; drain: number }>(
    `select m.node_id, m.state, n.drain from rolling_drain_node m join node n on n.id = m.node_id where drain_id = $1`,
    [id],
  );
  return nodes.map(({ nodeId }) => {
    const row = rows.find(({ node_id }) => node_id === nodeId);
    return `${row?.state} ${row?.drain}`;
  });
};
const read = async (id: number, hour = 0) => {
  const plan = await readRolling({ id, now: hours(hour) });
  if (!plan) throw new Error("no such plan");
  return plan;
};
const norm = async (place: number, hour: number) =>
  await setDrain({ nodeName: node(place).nodeName, drain: 0, now: hours(hour), ...by });
const told = async () =>
  (
    await db.query<{ subject: string }>(`select subject from mail where to_address = $1 order by id`, [tenant.email])
  ).map(({ subject }) => subject);

describe("A rolling drain", () => {
  it("drains empty nodes first, then those with the earliest known end, never more than asked for", async () => {
    const tasks = await Promise.all([0, 1, 2].map(async (place) => await occupy(tenant, node(place), 2)));
    await db.query(`update task set started_at = $2, max_seconds = 7200 where resv_guid = $1`, [tasks[2], NOW]);
    const { id, message } = await start();
    expect(message).toBe("Rack R7 has begun: 4 nodes, 2 at a time, empty by 03.03.2026 12:00 UTC.");
    expect(await turns(id)).toEqual(["waiting 0", "waiting 0", "draining 1", "out 1"]);
    await keep(0);
    expect(await turns(id)).toEqual(["waiting 0", "waiting 0", "draining 1", "out 1"]);
    await norm(3, 1);
    await keep(1);
    expect((await turns(id)).filter((turn) => turn.startsWith("draining"))).toHaveLength(2);
    expect((await turns(id))[3]).toBe("done 0");
  });

  it("notifies only tenants of nodes that have their turn, as a plan for one node does, without names", async () => {
    for (const place of [0, 1, 2, 3]) await occupy(tenant, node(place), 1);
    const { id } = await start({ atOnce: 1 });
    expect(await told()).toHaveLength(1);
    expect((await told()).join()).not.toContain(node(0).nodeName);
    const first = (await read(id)).nodes.find(({ turn }) => turn === "draining");
    expect(first).toMatchObject({ tasks: 1, tenants: 1, drain: 1 });
    await changeRolling({ id, emptyBy: hours(60), atOnce: 1, now: hours(1), ...by });
    expect(await told()).toHaveLength(2);
    await keep(2);
    expect(await told()).toHaveLength(2);
  });

  it("returns an empty node to Norm after its stay and its commands, and then goes on", async () => {
    await db.query(`update node set chores_able = '{maintenance,self-test}'`);
    const { id } = await start({ atOnce: 3, stayMinutes: 60, upgrade: true });
    await keep(0);
    expect((await turns(id)).filter((turn) => turn === "out 2")).toHaveLength(3);
    const pass = async (kind: string, state: string) => {
      await db.query(`update node_chore set state = $2 where kind = $1 and state = 'wanted'`, [kind, state]);
      if (kind === "self-test" && state === "passed") await db.query(`update node set awaits_test = false`);
    };
    await pass("maintenance", "passed");
    await keep(0.5);
    await pass("self-test", "failed");
    await keep(2);
    expect((await turns(id)).filter((turn) => turn === "out 2")).toHaveLength(3);
    const plan = await read(id, 2);
    expect(plan.trouble).toMatchObject({ stopped: true });
    expect(plan.trouble?.text).toContain("has failed its self-test");
    expect((await turns(id)).filter((turn) => turn.startsWith("waiting"))).toHaveLength(1);
    await db.query(`update node_chore set state = 'passed' where kind = 'self-test'`);
    await db.query(`update node set awaits_test = false`);
    await keep(3);
    await keep(3);
    expect((await turns(id)).toSorted()).toEqual(["done 0", "done 0", "done 0", "out 2"]);
    await pass("maintenance", "passed");
    await keep(3.5);
    await pass("self-test", "passed");
    await keep(5);
    expect(await read(id, 5)).toMatchObject({ state: "done", ended_ts: hours(5).getTime() / 1000 });
    const acts = await db.query<{ user_id: number }>(
      `select user_id from audit_row where action = 'node.rolling-mode'
      and request_id = $1`,
      [`rolling-${id}`],
    );
    expect(new Set(acts.map(({ user_id }) => user_id))).toEqual(new Set([by.userId]));
  });

  it("leaves out a node that an operator takes out of Upgrade with Drain: it stays there", async () => {
    await db.query(`update node set chores_able = '{maintenance}'`);
    const { id } = await start({ atOnce: 4, stayMinutes: 60, upgrade: true });
    await keep(0);
    const { message } = await setDrain({ nodeName: node(1).nodeName, drain: 1, now: hours(1), ...by });
    expect(message).toContain("That ends its turn in the rolling drain ‘Rack R7’");
    await keep(2);
    expect(await turns(id)).toEqual(["out 2", "left 1", "out 2", "out 2"]);
  });

  it("waits for a Dead node until it is well again or counts as done", async () => {
    const { id } = await start({ atOnce: 1 });
    const out = (await read(id)).nodes.find(({ turn }) => turn === "draining" || turn === "out")?.node_name ?? "";
    await db.query(`update node set health = 'dead' where node_name = $1`, [out]);
    await changeRolling({ id, emptyBy: hours(48), atOnce: 2, now: NOW, ...by });
    await keep(1);
    expect((await turns(id)).filter((turn) => turn.startsWith("waiting"))).toHaveLength(3);
    expect((await read(id)).trouble?.text).toContain(`${out} is Dead`);
    await endTurn({ id, nodeName: out, to: "done", now: hours(1), ...by });
    expect((await turns(id)).filter((turn) => turn.startsWith("waiting"))).toHaveLength(1);
    expect((await read(id)).trouble).toBeNull();
  });

  it("leaves out a retired node, and one that somebody set to Norm before it was empty", async () => {
    await occupy(tenant, node(0), 1);
    await occupy(tenant, node(1), 1);
    const { id } = await start();
    await retireNode({ nodeName: node(2).nodeName, now: hours(1), ...by });
    await norm(3, 1);
    await keep(1);
    await norm(0, 2);
    await keep(2);
    expect((await turns(id)).map((turn) => turn.split(" ")[0])).toEqual(["left", "draining", "left", "done"]);
    expect((await read(id)).nodes.map(({ node_name }) => node_name)).toContain(node(2).nodeName);
  });

  it("can be paused, go on, and be cancelled: nodes with tasks serve again and their tenants are told", async () => {
    const task = await occupy(tenant, node(0), 1);
    await occupy(tenant, node(1), 1);
    const { id } = await start({ nodeNames: [node(0).nodeName, node(1).nodeName, node(2).nodeName], atOnce: 2 });
    await setRollingState({ id, state: "paused", now: NOW, ...by });
    await norm(2, 1);
    await keep(1);
    expect((await turns(id)).filter((turn) => turn === "waiting 0")).toHaveLength(1);
    await setRollingState({ id, state: "running", now: hours(1), ...by });
    expect((await turns(id)).filter((turn) => turn === "waiting 0")).toHaveLength(0);
    await vacate(task);
    await keep(2);
    await setRollingState({ id, state: "cancelled", now: hours(3), ...by });
    expect(await turns(id)).toEqual(["left 1", "left 0", "done 0", "undefined undefined"]);
    expect((await told()).at(-1)).toContain("can stay where it is");
    expect(await db.query(`select from drain_plan`)).toEqual([]);
    expect(await refusalOf(setRollingState({ id, state: "running", now: NOW, ...by }))).toMatchObject({
      message: M.noRolling,
    });
    await pruneNodePast({ now: hours(24 * 200) });
    expect(await readRolling({ id, now: NOW })).toBeNull();
  });

  it("refuses a second plan over a node, and names the first", async () => {
    await start();
    const { nodeName } = node(1);
    const message = M.plannedAlready({ node: nodeName, plan: "rolling drain ‘Rack R7’" });
    const single = { nodeName, now: NOW, ...by };
    expect(await refusalOf(start({ name: "Other", nodeNames: [nodeName] }))).toMatchObject({ message });
    expect(await refusalOf(planDrain({ ...single, emptyBy: hours(3) }))).toMatchObject({ message });
    const window = { ...single, from: hours(3), to: hours(4), upgrade: false, autoReturn: false };
    expect(await refusalOf(planWindow(window))).toMatchObject({ message });
    const other = await aNode();
    await planDrain({ ...single, nodeName: other.nodeName, emptyBy: hours(3) });
    expect((await refusalOf(start({ nodeNames: [other.nodeName] }))).message).toContain(
      "empty by 01.03.2026 15:00 UTC",
    );
  });

  it.each([
    ["no name", { name: " " }, M.wrongRolling],
    ["none at once", { atOnce: 0 }, M.wrongRolling],
    ["a time that has passed", { emptyBy: hours(-1) }, "Choose a time from 10 minutes to 30 days ahead."],
    ["no nodes", { nodeNames: [] }, M.rollingNodes],
    ["an unknown node", { nodeNames: ["nowhere"] }, M.noSuchNode],
  ])("refuses %s", async (_what, wrong, message) => {
    expect(await refusalOf(start(wrong))).toMatchObject({ message });
  });

  it("says that it will be late", async () => {
    const task = await occupy(tenant, node(0), 1);
    await db.query(`update task set started_at = $2, max_seconds = 3600 * 60 where resv_guid = $1`, [task, NOW]);
    const { id } = await start({ atOnce: 4 });
    expect(await read(id)).toMatchObject({
      forecast: { ts: hours(60).getTime() / 1000, by: "ends", unknown: 0 },
      trouble: { stopped: false },
    });
    expect((await read(id, 49)).trouble?.text).toBe("Its time has passed while tasks still run.");
  });
});

describe("Whatever happens to a rolling drain", () => {
  const COUNT = 4;
  const anEvent = fc.record({
    what: fc.constantFrom(
      "tick",
      "two ticks",
      "end",
      "die",
      "revive",
      "retire",
      "norm",
      "pass",
      "fail",
      "pause",
      "go on",
    ),
    place: fc.nat(COUNT - 1),
  });
  const aCase = fc.record({
    atOnce: fc.integer({ min: 1, max: 3 }),
    stayMinutes: fc.constantFrom(null, 0, 30),
    upgrade: fc.boolean(),
    able: fc.boolean(),
    busy: fc.subarray([0, 1, 2, 3]),
    events: fc.array(anEvent, { maxLength: 20 }),
  });

  it("has no more nodes out than asked for, gives each one turn, and ends", async () => {
    await fc.assert(
      fc.asyncProperty(aCase, async ({ atOnce, stayMinutes, upgrade, able, busy, events }) => {
        await db.query(`delete from rolling_drain`);
        await db.query(`delete from drain_plan`);
        await db.query(`delete from node_chore`);
        await emptyCapacity();
        nodes = [];
        for (let count = 0; count < COUNT; count += 1) nodes.push(await aNode({ now: hours(-1) }));
        if (able) await db.query(`update node set chores_able = '{maintenance,self-test}'`);
        const tasks = new Map<number, string>();
        for (const place of busy) tasks.set(place, await occupy(tenant, node(place), 1));
        const { id } = await start({ atOnce, stayMinutes, upgrade });
        const begun = new Map<number, number>();
        let hour = 0;
        const check = async () => {
          const rows = await db.query<{ node_id: number; state: string; turn_at: Date | null }>(
            `select node_id, state, turn_at from rolling_drain_node where drain_id = $1`,
            [id],
          );
          expect(rows.filter(({ state }) => state === "draining" || state === "out").length).toBeLessThanOrEqual(
            atOnce,
          );
          for (const { node_id, state, turn_at } of rows) {
            const before = begun.get(node_id);
            if (before !== undefined) expect([state === "waiting", turn_at?.getTime()]).toEqual([false, before]);
            if (turn_at) begun.set(node_id, turn_at.getTime());
          }
        };
        const settle = async (place: number, state: string) => {
          const of = [node(place).nodeId, state];
          await db.query(`update node_chore set state = $2 where node_id = $1 and state in ('wanted', 'failed')`, of);
          if (state === "passed") await db.query(`update node set awaits_test = false where id = $1`, [of[0]]);
        };
        const end = async (place: number) => {
          const task = tasks.get(place);
          if (task) await vacate(task);
          tasks.delete(place);
        };
        const health = async (place: number, to: string) =>
          await db.query(`update node set health = $2 where id = $1 and retired_at is null`, [node(place).nodeId, to]);
        const happen: Record<string, (place: number) => Promise<unknown>> = {
          tick: () => keep(hour),
          "two ticks": () => Promise.all([keep(hour), keep(hour)]),
          end,
          die: (place) => health(place, "dead"),
          revive: (place) => health(place, "healthy"),
          retire: (place) => retireNode({ nodeName: node(place).nodeName, now: hours(hour), ...by }).catch(() => null),
          norm: (place) => norm(place, hour).catch(() => null),
          pass: (place) => settle(place, "passed"),
          fail: (place) => settle(place, "failed"),
          pause: () => setRollingState({ id, state: "paused", now: hours(hour), ...by }).catch(() => null),
          "go on": () => setRollingState({ id, state: "running", now: hours(hour), ...by }).catch(() => null),
        };
        for (const { what, place } of events) {
          hour += 0.2;
          await happen[what]?.(place);
          await check();
        }
        await happen["go on"]?.(0);
        for (let round = 0; round < COUNT * 5; round += 1) {
          for (let place = 0; place < COUNT; place += 1) {
            await end(place);
            await health(place, "healthy");
            await settle(place, "passed");
            const [turn] = await db.query(`select from rolling_drain_node where node_id = $1 and state = 'out'`, [
              node(place).nodeId,
            ]);
            if (stayMinutes === null && turn) await norm(place, hour).catch(() => null);
          }
          hour += 0.6;
          await keep(hour);
          await check();
        }
        expect((await read(id, hour)).state).toBe("done");
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
