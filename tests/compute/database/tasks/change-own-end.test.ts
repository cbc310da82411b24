import { beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { changeOwnEnd } from "~/compute/inside/tasks/change-own-end.server";
import { scheduleAll } from "~/compute/schedule.server";
import { readJobs } from "~/compute/list-jobs.server";
import { STOP_AFTER_S, stopAfterChoices } from "~/compute/inside/tasks/own-end";
import { aMember } from "../../../support/team-world";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { after, emptyCapacity, enqueue, now, readPlaced, refusalOf, reserve, vacate } from "../capacity/reserving";

let customer: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  customer = await aTenant({ dollars: 1000 });
});

beforeEach(emptyCapacity);

/** A task that has run and been charged for an hour at 95 cents. */
async function anHourOld(): Promise<string> {
  await aNode();
  const { resv_guid: resvGuid } = await reserve(customer, { task_name: `t${Date.now()}`, max_seconds: 7200 });
  await db.query(
    `update task set state = 'running', started_at = $2, charged_to = $2, end_told_at = $2 where resv_guid = $1`,
    [resvGuid, now],
  );
  return resvGuid;
}

const change = (resvGuid: string, maxSeconds: number, maxCents = 0) =>
  changeOwnEnd({ ...customer, resvGuid, maxSeconds, maxCents, now: after(3600) });

test("the time limit can be raised, removed, and lowered to no less than the used time (S16)", async () => {
  const resvGuid = await anHourOld();
  const stored = () =>
    db.query(`select max_seconds, max_cents, end_told_at from task where resv_guid = $1`, [resvGuid]);
  await change(resvGuid, 86_400);
  expect(await stored()).toEqual([{ max_seconds: 86_400, max_cents: 0, end_told_at: null }]);
  expect((await refusalOf(change(resvGuid, 3600))).message).toBe(M.ranThatLong);
  await change(resvGuid, 3601);
  expect(await stored()).toEqual([{ max_seconds: 3601, max_cents: 0, end_told_at: null }]);
  await change(resvGuid, 0);
  expect(await stored()).toEqual([{ max_seconds: 0, max_cents: 0, end_told_at: null }]);
});

test("'Stop after' offers exactly what the rule accepts, even if hours of the task were free", async () => {
  const resvGuid = await anHourOld();
  const stored = { maxSeconds: 7200, chargedSeconds: 600 };
  await db.query(`update task set charged_seconds = $2, charged_to = $3 where resv_guid = $1`, [
    resvGuid,
    stored.chargedSeconds,
    after(5 * 3600),
  ]);
  const later = after(5 * 3600 + 1);
  const [job] = await readJobs({ resvGuids: [resvGuid], now: later });
  if (!job) throw new Error("no job");
  expect(job).toMatchObject({ uptime: 600, ts_started: now.getTime() / 1000 });
  const offered = stopAfterChoices(job, later.getTime());
  // A limit that has passed stays: an incident may have delayed the task.
  expect(offered).toEqual([0, stored.maxSeconds, 43_200, 86_400, 604_800, 2_592_000]);
  for (const maxSeconds of STOP_AFTER_S) {
    const call = changeOwnEnd({ ...customer, resvGuid, maxSeconds, maxCents: 0, now: later });
    if (offered.includes(maxSeconds)) await call;
    else expect((await refusalOf(call)).message).toBe(M.ranThatLong);
  }
});

test("an expired time limit may be sent unchanged with another limit", async () => {
  const resvGuid = await anHourOld();
  const again = { ...customer, resvGuid, maxSeconds: 7200, maxCents: 5000 };
  await changeOwnEnd({ ...again, now: after(7201) });
  expect(await db.query(`select max_seconds, max_cents from task where resv_guid = $1`, [resvGuid])).toEqual([
    { max_seconds: 7200, max_cents: 5000 },
  ]);
});

test("a task that started inside another tenant's fence puts its end off only once that tenant no longer waits (S16)", async () => {
  const node = await aNode();
  const [waiter, taker] = [await aTenant({ dollars: 1000 }), await aTenant({ dollars: 1000 })];
  const before = await reserve(customer, { gpu_min: 4, max_seconds: 86_400 });
  const whole = await enqueue(waiter, { gpu_min: 8 });
  await scheduleAll({ now: after(600) });
  expect(await db.query(`select node_ids from row_hold`)).toEqual([{ node_ids: [node.nodeId] }]);
  const direct = await reserve(taker, { max_seconds: 3600 }, { now: after(601) });
  const queued = await enqueue(taker, { max_seconds: 3600 }, { now: after(601) });
  await scheduleAll({ now: after(602) });
  const put = (resvGuid: string, maxSeconds: number) =>
    changeOwnEnd({ ...taker, resvGuid, maxSeconds, now: after(700) });
  for (const { resv_guid: resvGuid } of [direct, queued]) {
    expect((await refusalOf(put(resvGuid, 0))).message).toBe(M.startedInsideFence);
    expect((await refusalOf(put(resvGuid, 3700))).message).toBe(M.startedInsideFence);
    await put(resvGuid, 1800);
  }
  // One that was there before the fence delays its end as it likes.
  await changeOwnEnd({ ...customer, resvGuid: before.resv_guid, maxSeconds: 0, now: after(700) });

  await vacate(whole.resv_guid);
  await put(direct.resv_guid, 0);
});

test("whatever starts inside a fence ends in time even if it begins to run as late as it may (S16)", async () => {
  await aNode();
  const [waiter, taker] = [await aTenant({ dollars: 1000 }), await aTenant({ dollars: 1000 })];
  const before = await reserve(customer, { gpu_min: 4, max_seconds: 86_400 });
  await db.query(`update task set state = 'running', started_at = $2 where resv_guid = $1`, [before.resv_guid, now]);
  await enqueue(waiter, { gpu_min: 8 });
  await scheduleAll({ now: after(600) });
  // A task that has not begun to run would keep the fence open for later ones, and these for later ones still.
  const tasks = [];
  for (const [second, maxSeconds] of [85_799, 86_400, 85_100, 86_000].entries()) {
    tasks.push(await enqueue(taker, { max_seconds: maxSeconds }, { now: after(601 + second) }));
    await scheduleAll({ now: after(601 + second) });
  }
  const states = await Promise.all(tasks.map(async (task) => (await readPlaced(task.resv_guid)).state));
  expect(states).toEqual(["queued", "queued", "placing", "queued"]);
});

test("nor does it once it has driven the fence to other nodes by taking these (S16)", async () => {
  const [waiter, taker] = [await aTenant({ dollars: 1000 }), await aTenant({ dollars: 1000 })];
  const other = await aNode();
  for (const gpus of [4, 2]) await reserve(customer, { gpu_min: gpus, max_seconds: 30 * 3600 });
  const fenced = await aNode();
  await reserve(customer, { gpu_min: 4, max_seconds: 24 * 3600 });
  await enqueue(waiter, { gpu_min: 8 });
  await scheduleAll({ now: after(600) });
  expect(await db.query(`select node_ids from row_hold`)).toEqual([{ node_ids: [fenced.nodeId] }]);
  const taken = await reserve(taker, { gpu_min: 4, max_seconds: 3600 }, { now: after(601) });
  await scheduleAll({ now: after(602) });
  expect(await db.query(`select node_ids from row_hold`)).toEqual([{ node_ids: [other.nodeId] }]);
  const put = changeOwnEnd({ ...taker, resvGuid: taken.resv_guid, maxSeconds: 0, now: after(700) });
  expect((await refusalOf(put)).message).toBe(M.startedInsideFence);
});

test("a task that puts its end off keeps no hold at its node by its next end: it counts as one without an end (S11)", async () => {
  const waiter = await aTenant({ dollars: 1000 });
  const ending = await aNode({ nodeName: "fra1-a" });
  const putsOff = await enqueue(customer, { gpu_min: 8, max_seconds: 1200 });
  // Before it has GPUs it delays nobody.
  await changeOwnEnd({ ...customer, resvGuid: putsOff.resv_guid, maxSeconds: 1800, now });
  await scheduleAll({ now });
  await db.query(`update task set state = 'running', started_at = $2 where resv_guid = $1`, [putsOff.resv_guid, now]);
  const endless = await aNode({ nodeName: "fra1-b" });
  await reserve(customer, { gpu_min: 8 }, { now: after(300) });
  await enqueue(waiter, { gpu_min: 8 });
  const heldAt = async (second: number) => {
    await scheduleAll({ now: after(second) });
    return (await db.query<{ ids: number[] }>(`select node_ids as ids from row_hold`)).flatMap(({ ids }) => ids);
  };
  expect(await heldAt(900)).toEqual([ending.nodeId]);
  await changeOwnEnd({ ...customer, resvGuid: putsOff.resv_guid, maxSeconds: 2000, now: after(901) });
  expect(await heldAt(902)).toEqual([endless.nodeId]);
  // A sooner end takes nothing back.
  await changeOwnEnd({ ...customer, resvGuid: putsOff.resv_guid, maxSeconds: 1300, now: after(903) });
  expect(await heldAt(904)).toEqual([endless.nodeId]);
});

test("another hold of its row, whose fence it is not in, keeps its end from nothing (S16)", async () => {
  const waiter = await aTenant({ dollars: 1000 });
  const taker = await aTenant({ dollars: 1000 });
  const busy = async (ibsActive: number) => {
    const node = await aNode({ ibsActive });
    await reserve(customer, { gpu_min: 8, max_seconds: 30 * 86_400 });
    return node;
  };
  const withPort = await busy(1);
  for (const ports of [0, 0]) await busy(ports);
  const second = await aNode();
  await reserve(customer, { gpu_min: 4, max_seconds: 86_400 });
  await enqueue(waiter, { gpu_min: 8, network: "infiniband" });
  const whole = await enqueue(waiter, { gpu_min: 8 });
  await scheduleAll({ now: after(600) });
  expect(await db.query(`select node_ids from row_hold order by node_ids`)).toEqual([
    { node_ids: [withPort.nodeId] },
    { node_ids: [second.nodeId] },
  ]);
  const inside = await reserve(taker, { max_seconds: 3600 }, { now: after(601) });
  const extend = () => changeOwnEnd({ ...taker, resvGuid: inside.resv_guid, maxSeconds: 7200, now: after(700) });
  expect((await refusalOf(extend())).message).toBe(M.startedInsideFence);

  await vacate(whole.resv_guid);
  await extend();
});

test("the spend limit is never below the task's cost", async () => {
  const resvGuid = await anHourOld();
  await db.query(`update task set pph = 200 where resv_guid = $1`, [resvGuid]);
  expect((await refusalOf(change(resvGuid, 0, 200))).message).toBe(M.costThatMuch);
  await change(resvGuid, 0, 201);
});

test("times outside 10 minutes to 30 days and limits under a dollar are refused, and other tenants' tasks are unknown", async () => {
  const resvGuid = await anHourOld();
  for (const seconds of [599, 2_592_001, NaN, -1])
    expect((await refusalOf(change(resvGuid, seconds))).message).toBe(M.wrongRunTime);
  for (const cents of [99, NaN]) expect((await refusalOf(change(resvGuid, 0, cents))).message).toBe(M.wrongSpendLimit);
  const stranger = await aTenant({ dollars: 10 });
  const foreign = changeOwnEnd({ ...stranger, resvGuid, maxSeconds: 0, maxCents: 0, now });
  expect((await refusalOf(foreign)).message).toBe(M.notFound);
});

test("a member or key with a spending limit extends only tasks that count against it, and may end others sooner (16.8, 16.11)", async () => {
  const { tenantId } = customer;
  const member = await aMember({ tenantId, role: "member" });
  await db.query(`update member set limit_cents = 10000 where user_id = $1 and tenant_id = $2`, [
    member.userId,
    tenantId,
  ]);
  const [line] = await db.query<{ id: number }>(
    `insert into key_line (tenant_id, day_cents) values ($1, 100) returning id`,
    [tenantId],
  );
  const resvGuid = await anHourOld();
  await change(resvGuid, 7200, 1000);
  const limited = { tenantId, userId: member.userId };
  const byKey = { ...customer, keyLineId: line?.id ?? null };
  for (const [who, message] of [
    [limited, M.extendsOnlyOwn],
    [byKey, M.keyExtendsOnlyOwn],
  ] as const) {
    const by = (limits: { maxSeconds?: number; maxCents?: number }) =>
      changeOwnEnd({ ...who, resvGuid, ...limits, now: after(3600) });
    for (const more of [{ maxCents: 0 }, { maxCents: 1100 }, { maxSeconds: 0 }, { maxSeconds: 8000 }])
      expect((await refusalOf(by(more))).message).toBe(message);
    await by({ maxCents: 900, maxSeconds: 7100 });
    await change(resvGuid, 7200, 1000);
  }
  await db.query(`update task set created_by_id = $2, key_line_id = $3 where resv_guid = $1`, [
    ...[resvGuid, member.userId, byKey.keyLineId],
  ]);
  await changeOwnEnd({ ...limited, resvGuid, maxCents: 2000, now: after(3600) });
  await changeOwnEnd({ ...byKey, resvGuid, maxCents: 0, now: after(3600) });
});

test("a reservation accepts all three, and refuses values that are not offered", async () => {
  await aNode();
  const fields = { task_name: "ends", max_seconds: 600, max_dollars: "1.50" };
  const { resv_guid } = await reserve(customer, { ...fields, agent: "stats-watchdog", idle_minutes: 15 });
  expect(
    await db.query(`select max_seconds, max_cents, idle_minutes from task where resv_guid = $1`, [resv_guid]),
  ).toEqual([{ max_seconds: 600, max_cents: 150, idle_minutes: 15 }]);
  const refused = async (more: object) => (await refusalOf(reserve(customer, { task_name: "no", ...more }))).message;
  expect(await refused({ max_seconds: 599 })).toBe(M.wrongRunTime);
  expect(await refused({ max_seconds: "2592001" })).toBe(M.wrongRunTime);
  expect(await refused({ max_dollars: 0.99 })).toBe(M.wrongSpendLimit);
  expect(await refused({ max_dollars: "1.234" })).toBe(M.wrongSpendLimit);
  expect(await refused({ agent: "stats-watchdog", idle_minutes: 20 })).toBe(M.unreadable);
  expect(await refused({ agent: "stats", idle_minutes: 15 })).toBe(M.unreadable);
});
