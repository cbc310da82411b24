import { afterEach, beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { scheduleAll } from "~/compute/schedule.server";
import { checkHealth } from "~/fleet/check-health.server";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { changeOwnEnd } from "~/compute/inside/tasks/change-own-end.server";
import { deleteTask } from "~/compute/delete-task.server";
import { SPEND_REACHED, TIME_IS_OVER } from "~/compute/task-states";
import { stopAtOwnEnd } from "~/compute/inside/tasks/stop-at-own-end.server";
import { IN_BALANCE } from "../../support/in-balance";
import { theCatalogue } from "../../support/world";
import { survivesEachDeath, survivesEachDeathBetween } from "./deaths";
import { aCustomer, aMachine, aQueuedTask, aRunningTask, at, heldGpus, noticesOf, stop, taskRow } from "./stage";

beforeAll(async () => {
  await theCatalogue();
});

afterEach(async () => {
  await db.query(`update node set retired_at = now() where retired_at is null`);
  await db.query(`delete from job_tick`);
});

test("start, run, charge, kill and settle survive a death at each statement", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aQueuedTask(tenantId);
  expect(await survivesEachDeath(() => scheduleAll({ now: at(1) }))).toBeGreaterThan(5);
  expect(await taskRow(resvGuid)).toMatchObject({ state: "placing" });

  await machine.hear();
  await survivesEachDeath(() => machine.report(at(2)));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "starting" });
  machine.settle();
  await survivesEachDeath(() => machine.report(at(3)));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "running", started_at: at(3) });

  for (const second of [23, 43, 63]) await machine.report(at(second));
  await survivesEachDeath(() => chargeRunning({ now: at(63) }));
  expect(await taskRow(resvGuid)).toMatchObject({ charged_seconds: 60 });

  await survivesEachDeath(() => stop(resvGuid, at(73)));
  await stop(resvGuid, at(74));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "stopping", charged_seconds: 60 });
  await machine.hear();
  expect(await heldGpus()).toBe(1);
  expect(await survivesEachDeath(() => machine.report(at(75)))).toBeGreaterThan(10);
  // 70 s of 95 units are 6650 units: one whole cent, and the rest goes back.
  expect(await taskRow(resvGuid)).toMatchObject({
    state: "killed",
    charged_seconds: 70,
    finished_at: at(73),
    billed_cents: 1,
  });
  expect(await heldGpus()).toBe(0);
});

test("users who asked for it get one mail when a queued task runs, and one when it has ended, despite any crash", async () => {
  const { tenantId, userId } = await aCustomer();
  const { userId: other } = await aCustomer();
  await db.query(`update user_account set mail_task_start = true, mail_task_end = true where id = any($1)`, [
    [userId, other],
  ]);
  const machine = await aMachine();
  const resvGuid = await aQueuedTask(tenantId);
  await db.query(`insert into task_event (resv_guid, at, from_state, to_state) values ($1, $2, '', 'queued')`, [
    resvGuid,
    at(0),
  ]);
  await scheduleAll({ now: at(1) });
  await machine.hear();
  await machine.report(at(2));
  machine.settle();
  await survivesEachDeath(() => machine.report(at(3)));
  expect(await mailsAbout(tenantId, "is running")).toBe(1);

  await changeOwnEnd({ tenantId, userId, resvGuid, maxSeconds: 600, now: at(4) });
  for (let second = 15; second <= 615; second += 15) await machine.report(at(second));
  await stopAtOwnEnd({ now: at(616) });
  await machine.hear();
  expect(await mailsAbout(tenantId, "has finished")).toBe(0);
  await survivesEachDeath(() => machine.report(at(620)));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "finished" });
  expect(await mailsAbout(tenantId, "has finished")).toBe(1);
  expect(await db.query(`select from mail where cause like 'task-%' and cause not like '%:' || $1`, [userId])).toEqual(
    [],
  );
});

test("a task stopped by its user is not news, nor is a start without waiting", async () => {
  const { tenantId, userId } = await aCustomer();
  await db.query(`update user_account set mail_task_start = true, mail_task_end = true where id = $1`, [userId]);
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  await deleteTask({ actor: { userId, tenantId, staffRights: [] }, resvGuid, now: at(20) });
  await machine.hear();
  await machine.report(at(25));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "killed" });
  expect(await db.query(`select from mail where cause like 'task-%' and cause like '%:' || $1`, [userId])).toEqual([]);
});

test.each([
  // 95 cents an hour: 2 dollars are 720000 units, 7578 whole seconds and 90 units more.
  { end: "time", set: { max_seconds: 7200 }, seconds: 7200, reason: TIME_IS_OVER, billed: 190 },
  { end: "money", set: { max_cents: 200 }, seconds: 7578, reason: SPEND_REACHED, billed: 199 },
])(
  "a task's end by $end survives a crash at each statement: notified once, ended once, charged to its second",
  async ({ set, seconds, reason, billed }) => {
    const { tenantId, userId } = await aCustomer();
    const machine = await aMachine();
    const resvGuid = await aRunningTask(tenantId, [machine]);
    await changeOwnEnd({
      ...{ tenantId, userId },
      resvGuid,
      maxSeconds: set.max_seconds,
      maxCents: set.max_cents,
      now: at(11),
    });
    const end = 10 + seconds;
    for (let second = 15; second < end - 300; second += 15) await machine.report(at(second));
    await chargeRunning({ now: at(end - 400) });
    expect(await survivesEachDeath(() => stopAtOwnEnd({ now: at(end - 300) }))).toBeGreaterThan(4);
    await stopAtOwnEnd({ now: at(end - 299) });

    for (let second = end - 300; second <= end + 15; second += 15) await machine.report(at(second));
    expect(await survivesEachDeath(() => stopAtOwnEnd({ now: at(end + 20) }))).toBeGreaterThan(10);
    expect(await taskRow(resvGuid)).toMatchObject({ state: "stopping", charged_seconds: seconds });
    // The next leader runs later, and charges running tasks.
    await chargeRunning({ now: at(end + 25) });
    expect(await stopAtOwnEnd({ now: at(end + 26) })).toBe(0);
    await machine.hear();
    await survivesEachDeath(() => machine.report(at(end + 30)));
    expect(await taskRow(resvGuid)).toMatchObject({
      state: "finished",
      reason,
      charged_seconds: seconds,
      finished_at: at(end),
      billed_cents: billed,
    });
    expect(await stopAtOwnEnd({ now: at(end + 40) })).toBe(0);

    const history = await db.query<{ to: string; text: string }>(
      `select to_state as to, text from task_event where resv_guid = $1 and to_state in ('stopping', 'finished') order by id`,
      [resvGuid],
    );
    expect(history.map((event) => event.to)).toEqual(["stopping", "finished"]);
    const notices = await noticesOf(tenantId);
    expect(notices.filter((text) => text.includes(" ends at "))).toHaveLength(1);
    expect(notices.filter((text) => text.endsWith(` ended. ${reason}`))).toHaveLength(1);
    expect(await mailsAbout(tenantId, "ends soon")).toBe(1);
    expect(await checkLedger()).toEqual(IN_BALANCE);
    expect(await heldGpus()).toBe(0);
  },
);

test("ends at two seconds, which a worker finds together, survive a crash at each statement, each notified and charged once", async () => {
  const { tenantId, userId } = await aCustomer();
  const machine = await aMachine();
  const ends = new Map([
    [await aQueuedTask(tenantId), 600],
    [await aQueuedTask(tenantId), 605],
  ]);
  await scheduleAll({ now: at(9) });
  await machine.beat(at(10));
  for (const [resvGuid, maxSeconds] of ends) {
    await changeOwnEnd({ tenantId, userId, resvGuid, maxSeconds, now: at(11) });
  }
  for (let second = 15; second <= 620; second += 15) await machine.report(at(second));
  await machine.report(at(621));
  // Notices before it are the first part, and each of the two ends is one more.
  expect(await survivesEachDeathBetween(() => stopAtOwnEnd({ now: at(622) }))).toBe(3);
  await machine.hear();
  await machine.report(at(625));
  for (const [resvGuid, seconds] of ends) {
    expect(await taskRow(resvGuid)).toMatchObject({
      state: "finished",
      charged_seconds: seconds,
      finished_at: at(10 + seconds),
    });
  }
  const notices = (await noticesOf(tenantId)).filter((text) => text.endsWith(` ended. ${TIME_IS_OVER}`));
  expect(notices).toHaveLength(2);
  expect(new Set(notices).size).toBe(2);
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

async function mailsAbout(tenantId: number, about: string): Promise<number> {
  const mails = await db.query(
    `select from mail where to_address in (select email from user_account where tenant_id = $1) and subject like '%' || $2`,
    [tenantId, about],
  );
  return mails.length;
}

test("an incident and the loss of its task survive a crash at each statement", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  for (const second of [30, 50, 70, 90, 100]) await machine.report(at(second));
  await beatReceiving({ worker: "test", now: at(100) });
  await db.query(`update job_tick set at = $1`, [at(125)]);
  // A separate transaction before it judges how the node reports.
  await survivesEachDeathBetween(() => checkHealth({ now: at(125) }));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "incident", charged_seconds: 90 });
  machine.reboot();
  await survivesEachDeath(() => machine.report(at(130)));
  expect(await taskRow(resvGuid)).toMatchObject({ state: "lost", billed_cents: 2 });
  const [refund] = await db.query<{ n: number }>(
    `select count(*)::int as n from ledger_transaction where resv_guid = $1 and kind = 'refund'`,
    [resvGuid],
  );
  expect(refund?.n).toBe(1);
  expect(await heldGpus()).toBe(0);
});
