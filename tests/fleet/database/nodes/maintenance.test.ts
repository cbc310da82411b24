import { beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { M } from "~/messages";
import { NODE_IN_SERVICE } from "~/compute/capacity-sql.server";
import type { ObservedChores } from "~/fleet/agent-chores";
import { hasChoreNews, recordChores } from "~/fleet/inside/nodes/chores/record-chores.server";
import { requestTest, waiveTest } from "~/fleet/inside/nodes/chores/request-test.server";
import { keepWindows } from "~/fleet/keep-windows.server";
import { planWindow, withdrawWindow } from "~/fleet/inside/nodes/maintenance/plan-window.server";
import { readWindow } from "~/fleet/inside/nodes/maintenance/read-window.server";
import { readJobs } from "~/compute/list-jobs.server";
import { readModeChanges } from "~/fleet/inside/nodes/read-node-past.server";
import { readDesired } from "~/fleet/read-desired.server";
import { planDrain } from "~/fleet/inside/nodes/plan-drain.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import { lockWaits } from "../../../support/lock-waits";
import { anAdmin, aTenant, type NodeInWorld, type TenantInWorld } from "../../../support/world";
import { until } from "../../../support/until";
import { occupy, vacate } from "../../../compute/database/capacity/reserving";
import { aNodeInUse, hours, NOW } from "./in-use";

const by = { userId: 0, requestId: "test" };

let node: NodeInWorld;
let tenant: TenantInWorld;
let task: string;

beforeEach(async () => {
  ({ node, tenant, task } = await aNodeInUse({ now: hours(-1) }));
  by.userId = (await anAdmin()).userId;
});

const plan = async (given: { upgrade?: boolean; autoReturn?: boolean; from?: Date; to?: Date; now?: Date } = {}) =>
  await planWindow({
    nodeName: node.nodeName,
    from: hours(48),
    to: hours(50),
    upgrade: true,
    autoReturn: true,
    now: NOW,
    ...given,
    ...by,
  });
const keep = async (hour: number) => await keepWindows({ now: hours(hour) });
const drain = async () =>
  (await db.query<{ drain: number }>(`select drain from node where id = $1`, [node.nodeId]))[0]?.drain;
const mails = async () =>
  (
    await db.query<{ subject: string }>(`select subject from mail where to_address = $1 order by id`, [tenant.email])
  ).map(({ subject }) => subject);
const readTaskMaintenance = async ({ resvGuid }: { resvGuid: string }) =>
  (await readJobs({ resvGuids: [resvGuid], now: NOW }))[0]?.maintenance;
const able = async (...kinds: string[]) =>
  await db.query(`update node set chores_able = $2 where id = $1`, [node.nodeId, kinds]);
const chores = async () =>
  await db.query<{ kind: string; state: string }>(`select kind, state from node_chore where node_id = $1 order by id`, [
    node.nodeId,
  ]);
const awaitsTest = async () =>
  (await db.query<{ awaits: boolean }>(`select awaits_test as awaits from node where id = $1`, [node.nodeId]))[0]
    ?.awaits;
/** Its agent has run the requested command. */
const run = async (kind: string, state: string) => {
  await db.query(`update node_chore set state = $3 where node_id = $1 and kind = $2 and state = 'wanted'`, [
    node.nodeId,
    kind,
    state,
  ]);
  if (kind === "self-test" && state === "passed")
    await db.query(`update node set awaits_test = false where id = $1`, [node.nodeId]);
};

describe("Planned maintenance", () => {
  it("is notified to its tenants by mail, with reminders, and on the task's page, without the node's name", async () => {
    expect((await plan()).message).toBe(
      `Maintenance of ${node.nodeName} is planned from 03.03.2026 12:00 UTC to 03.03.2026 14:00 UTC.`,
    );
    expect(await drain()).toBe(0);
    for (const hour of [1, 24, 24.5, 47, 47.5]) await keep(hour);
    const told = await mails();
    expect(told.map((subject) => subject.startsWith("Reminder: "))).toEqual([false, true, true]);
    expect(told.join()).not.toContain(node.nodeName);
    expect(await readTaskMaintenance({ resvGuid: task })).toEqual({
      from_ts: hours(48).getTime() / 1000,
      to_ts: hours(50).getTime() / 1000,
    });
    const { task: other } = await aNodeInUse();
    expect(await readTaskMaintenance({ resvGuid: other })).toBeNull();
  });

  it("without an end lasts until somebody sets Norm, and its notices name none", async () => {
    await planWindow({
      ...{ nodeName: node.nodeName, from: hours(2), to: null, upgrade: false, autoReturn: false, drainNow: true },
      ...{ now: NOW, ...by },
    });
    expect(await drain()).toBe(1);
    expect((await mails()).at(-1)).toContain("from 01.03.2026 14:00 UTC");
    expect(await readTaskMaintenance({ resvGuid: task })).toMatchObject({ to_ts: null });
    for (const hour of [3, 24 * 30]) await keep(hour);
    expect(await readWindow(node)).toMatchObject({ open: true, to_ts: null });
    await setDrain({ nodeName: node.nodeName, drain: 0, now: hours(24 * 31), ...by });
    expect(await readWindow(node)).toBeNull();
  });

  it("notifies a later task, and notified tenants when it is withdrawn", async () => {
    await plan();
    await vacate(task);
    const later = await aTenant();
    const taskOfLater = await occupy(later, node, 1);
    await keep(1);
    const mailed = async () =>
      (
        await db.query<{ subject: string }>(`select subject from mail where to_address = $1 order by id`, [later.email])
      ).map(({ subject }) => subject);
    expect(await mailed()).toHaveLength(1);
    await withdrawWindow({ nodeName: node.nodeName, ...by, now: hours(2) });
    expect((await mailed()).at(-1)).toContain("the maintenance was cancelled");
    expect(await mails()).toHaveLength(1);
    expect(await readTaskMaintenance({ resvGuid: taskOfLater })).toBeNull();
    await expect(withdrawWindow({ nodeName: node.nodeName, ...by, now: hours(2) })).rejects.toThrow(M.noWindow);
    await keep(49);
    expect(await drain()).toBe(0);
  });

  it("drains the node at its start, stops no task, upgrades it once it is empty, and returns it to Norm at its end", async () => {
    await able("maintenance", "self-test");
    await plan();
    await keep(47.9);
    expect(await drain()).toBe(0);
    await keep(48);
    await keep(48.1);
    expect(await drain()).toBe(1);
    await vacate(task);
    await keep(48.2);
    expect(await drain()).toBe(2);
    expect((await readDesired({ nodeId: node.nodeId })).chores).toMatchObject([{ kind: "maintenance" }]);
    await run("maintenance", "passed");
    await keep(48.3);
    expect(await chores()).toEqual([
      { kind: "maintenance", state: "passed" },
      { kind: "self-test", state: "wanted" },
    ]);
    await run("self-test", "passed");
    await keep(49.9);
    expect(await drain()).toBe(2);
    await keep(50);
    expect(await drain()).toBe(0);
    expect(await chores()).toHaveLength(2);
    expect(await readWindow({ nodeName: node.nodeName })).toBeNull();
    const [audited] = await db.query<{ user_id: number | null }>(
      `select user_id from audit_row where action = 'node.window-mode' and target = $1`,
      [`node:${node.nodeName}`],
    );
    expect(audited?.user_id).toBe(by.userId);
    expect(
      (await readModeChanges({ nodeName: node.nodeName })).map(({ drain_after, planned, by: who }) => [
        drain_after,
        planned,
        who,
      ]),
    ).toEqual([
      [0, true, "Test Person"],
      [2, true, "Test Person"],
      [1, true, "Test Person"],
    ]);
  });

  it("does not return a node with a failed command, nor one without that order; Norm by hand ends it", async () => {
    await able("maintenance");
    await vacate(task);
    await plan();
    for (const hour of [48, 48.1]) await keep(hour);
    await run("maintenance", "failed");
    await keep(51);
    expect(await drain()).toBe(2);
    await setDrain({ nodeName: node.nodeName, drain: 0, ...by, now: hours(52) });
    expect(await readWindow({ nodeName: node.nodeName })).toBeNull();
    await plan({ autoReturn: false, upgrade: false, from: hours(60), to: hours(61), now: hours(52) });
    for (const hour of [60, 61]) await keep(hour);
    expect(await drain()).toBe(1);
    expect(await readWindow({ nodeName: node.nodeName })).toBeNull();
  });

  it("that is withdrawn at the moment it begins does not begin", async () => {
    await plan();
    const keeping = await transaction(async (tx) => {
      await tx.query(`select from node where id = $1 for update`, [node.nodeId]);
      const waiting = keep(48);
      await until("the job waits for the node", async () => (await lockWaits()) > 0);
      await tx.query(`update maintenance_window set state = 'withdrawn', ended_at = $2 where node_id = $1`, [
        node.nodeId,
        NOW,
      ]);
      return { waiting };
    });
    await keeping.waiting;
    expect(await readWindow({ nodeName: node.nodeName })).toBeNull();
    expect(await drain()).toBe(0);
  });

  it.each(["Drain", "Drain when empty by"])(
    "ends when an operator takes the node out of Upgrade with %s",
    async (how) => {
      await able("maintenance", "self-test");
      await vacate(task);
      await plan();
      for (const hour of [48, 48.1]) await keep(hour);
      expect(await drain()).toBe(2);
      const given = { nodeName: node.nodeName, ...by, now: hours(48.2) };
      const { message } = await (how === "Drain"
        ? setDrain({ ...given, drain: 1 })
        : planDrain({ ...given, emptyBy: hours(50) }));
      const done =
        how === "Drain"
          ? `Mode of ${node.nodeName} set to Drain.`
          : `${node.nodeName} takes no new tasks and must be empty by 03.03.2026 14:00 UTC.`;
      expect(message).toBe(`${done} That ends its planned maintenance: set Norm when it may serve.`);
      const [audited] = await db.query<{ ends: string }>(
        `select after ->> 'ends' as ends from audit_row where target = $1 order by id desc limit 1`,
        [`node:${node.nodeName}`],
      );
      expect(audited).toEqual({ ends: "its planned maintenance" });
      for (const hour of [48.3, 51]) await keep(hour);
      expect([await drain(), await readWindow(node)]).toEqual([1, null]);
      expect(await chores()).toEqual([{ kind: "maintenance", state: "dropped" }]);
    },
  );

  it("cannot be planned twice, in the past, or without an end", async () => {
    await plan();
    await expect(plan({ from: hours(60), to: hours(61) })).rejects.toThrow(M.windowTaken);
    await expect(plan({ from: hours(-1), to: hours(61) })).rejects.toThrow(M.wrongWindow);
    await expect(plan({ from: hours(60), to: hours(60) })).rejects.toThrow(M.wrongWindow);
  });
});

describe("A mode that an operator chooses by hand", () => {
  it("Upgrade requests the maintenance command once, and Norm after it a self-test", async () => {
    await able("maintenance", "self-test");
    const set = async (mode: number) => await setDrain({ nodeName: node.nodeName, drain: mode, ...by, now: NOW });
    await set(2);
    await set(2);
    expect(await chores()).toEqual([{ kind: "maintenance", state: "wanted" }]);
    expect((await readDesired({ nodeId: node.nodeId })).chores).toEqual([]);
    await run("maintenance", "passed");
    await set(0);
    expect(await chores()).toContainEqual({ kind: "self-test", state: "wanted" });
    expect(await awaitsTest()).toBe(true);
  });

  it.each(["passed", "running", "failed"])("Norm requests the self-test by way of Drain too: %s", async (state) => {
    await able("maintenance", "self-test");
    const set = async (mode: number) => await setDrain({ nodeName: node.nodeName, drain: mode, ...by, now: NOW });
    await set(2);
    await run("maintenance", state);
    await set(1);
    await set(0);
    expect(await chores()).toContainEqual({ kind: "self-test", state: "wanted" });
    expect(await awaitsTest()).toBe(true);
    await run("self-test", "passed");
    await set(1);
    await set(0);
    expect(await awaitsTest()).toBe(false);
  });

  it.each([["at once"], ["by way of Drain"]])(
    "Norm requests the self-test also where maintenance is work by hand, each time: %s",
    async (way) => {
      await able("self-test");
      const set = async (mode: number) => await setDrain({ nodeName: node.nodeName, drain: mode, ...by, now: NOW });
      for (const _time of [1, 2]) {
        await set(2);
        if (way === "by way of Drain") await set(1);
        await set(0);
        expect(await awaitsTest()).toBe(true);
        await run("self-test", "passed");
        await set(1);
        await set(0);
        expect(await awaitsTest()).toBe(false);
      }
    },
  );

  it("Norm brings tasks only once a maintenance command that runs has ended, also without a self-test", async () => {
    await able("maintenance");
    await vacate(task);
    const set = async (mode: number) => await setDrain({ nodeName: node.nodeName, drain: mode, ...by, now: NOW });
    const { nodeId } = node;
    const serves = async () =>
      (await db.query(`select from node n where n.id = $1 and ${NODE_IN_SERVICE}`, [nodeId])).length > 0;
    await set(2);
    const [chore] = (await readDesired({ nodeId })).chores ?? [];
    const report = async (state: "running" | "passed") => {
      const known = [{ id: chore?.id ?? "", state, exit_code: null, output: "", started_ts: 0, ended_ts: null }];
      return await transaction((tx) =>
        recordChores(tx, { nodeId, observed: { able: ["maintenance"], known }, now: NOW }),
      );
    };
    await report("running");
    await set(0);
    expect(await serves()).toBe(false);
    expect(await report("passed")).toEqual({ serves: true });
    expect(await serves()).toBe(true);
  });

  it.each([
    ["does not know of, as after a machine was set back to a snapshot", { able: ["maintenance" as const], known: [] }],
    ["cannot know of, as an older one", undefined],
  ])("a maintenance command that its agent %s has ended once the mode is Norm", async (_which, observed) => {
    await able("maintenance");
    await vacate(task);
    const { nodeId, nodeName } = node;
    const set = async (mode: number) => await setDrain({ nodeName, drain: mode, ...by, now: NOW });
    await set(2);
    const id = (await readDesired({ nodeId })).chores?.[0]?.id ?? "";
    const running = { id, state: "running" as const, exit_code: null, output: "", started_ts: 0, ended_ts: null };
    const record = async (chores: ObservedChores | undefined) =>
      await transaction((tx) => recordChores(tx, { nodeId, observed: chores, now: NOW }));
    const state = async () =>
      await db.query(
        `select state, (select count(*)::int from node n where n.id = $1 and ${NODE_IN_SERVICE}) as serves
        from node_chore where node_id = $1`,
        [nodeId],
      );
    await record({ able: ["maintenance"], known: [running] });
    // In Upgrade the agent is asked again.
    expect(await record(observed)).toEqual({ serves: false });
    expect(await state()).toEqual([{ state: "running", serves: 0 }]);
    await set(0);
    expect(hasChoreNews({ able: observed?.able ?? [], open: [`${id} running lost`] }, observed)).toBe(true);
    // It may be known by the id of another epoch.
    expect(await record({ able: [], known: [{ ...running, id: "1-former" }] })).toEqual({ serves: false });
    expect(await record(observed)).toEqual({ serves: true });
    expect(await state()).toEqual([{ state: "failed", serves: 1 }]);
  });

  it("a self-test whose command was removed has ended: dropped, or failed if it had begun", async () => {
    const { nodeId, nodeName } = node;
    await vacate(task);
    const record = async (observed: ObservedChores) =>
      await transaction((tx) => recordChores(tx, { nodeId, observed, now: NOW }));
    for (const begun of [false, true]) {
      await able("self-test");
      await requestTest({ nodeName, ...by, now: NOW });
      const id = (await readDesired({ nodeId })).chores?.[0]?.id ?? "";
      const running = { id, state: "running" as const, exit_code: null, output: "", started_ts: 0, ended_ts: null };
      await record({ able: ["self-test"], known: begun ? [running] : [] });
      await record({ able: [], known: [] });
    }
    expect(await chores()).toMatchObject([{ state: "dropped" }, { state: "failed" }]);
  });

  it("a waived self-test is over, also one that runs, so that its agent ends it", async () => {
    await able("self-test");
    await vacate(task);
    const { nodeId, nodeName } = node;
    await requestTest({ nodeName, ...by, now: NOW });
    await db.query(`update node_chore set state = 'running' where node_id = $1`, [nodeId]);
    await waiveTest({ nodeName, ...by, now: NOW });
    expect(await chores()).toEqual([{ kind: "self-test", state: "dropped" }]);
    expect((await readDesired({ nodeId })).chores).toEqual([]);
  });

  it("a date by which it should be empty takes the node out of Upgrade: what has not begun is dropped", async () => {
    await able("maintenance", "self-test");
    await setDrain({ nodeName: node.nodeName, drain: 2, ...by, now: NOW });
    await planDrain({ nodeName: node.nodeName, emptyBy: hours(2), ...by, now: NOW });
    expect(await chores()).toEqual([{ kind: "maintenance", state: "dropped" }]);
    await setDrain({ nodeName: node.nodeName, drain: 0, ...by, now: NOW });
    expect(await awaitsTest()).toBe(false);
  });

  it("a self-test is requested if the agent has one", async () => {
    const ask = async () => await requestTest({ nodeName: node.nodeName, ...by, now: NOW });
    await expect(ask()).rejects.toThrow(M.noSelfTest);
    await able("self-test");
    expect((await ask()).message).toContain("gets no tasks until the test has passed");
    await ask();
    expect(await chores()).toEqual([{ kind: "self-test", state: "wanted" }]);
  });
});
