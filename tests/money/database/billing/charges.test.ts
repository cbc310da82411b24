import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { chargeRunning, chargeUpTo } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { refundIncident } from "~/money/refund-incident.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant, theCatalogue } from "../../../support/world";
import { accountsOf, aRunningTask, at, report, reportStopped, START, taskOf } from "./running-task";

const DOLLAR = 360_000n;

beforeAll(async () => {
  await theCatalogue();
});

describe("charging per second", () => {
  test("scenario 35: pph 190 for 7384 s is billed 3.89, and 2560 units go back", async () => {
    const { tenantId } = await aTenant({ dollars: 10, now: START });
    const task = await aRunningTask({ tenantId, pph: 190 });
    for (const second of [61, 122, 3600, 7380]) {
      await report([task], second);
      await chargeRunning({ now: at(second) });
    }
    await end(task.resvGuid, 7384);
    await reportStopped(task);
    await transaction((tx) => chargeUpTo(tx, { resvGuids: [task.resvGuid], now: at(7386) }));
    expect((await accountsOf(tenantId)).customer).toBe(10n * DOLLAR - 1_402_960n);
    await transaction((tx) => settleTasks(tx, { resvGuids: [task.resvGuid], now: at(7386) }));
    await transaction((tx) => settleTasks(tx, { resvGuids: [task.resvGuid], now: at(7386) }));
    expect(await taskOf(task.resvGuid)).toMatchObject({ charged_seconds: 7384, billed_cents: 389 });
    expect((await accountsOf(tenantId)).customer).toBe(10n * DOLLAR - 1_402_960n + 2560n);
    await expectSoundLedger();
  });

  test("scenario 35: two concurrent workers, and a repeated tick, post no second twice", async () => {
    const { tenantId } = await aTenant({ now: START });
    const tasks = [];
    for (let n = 0; n < 20; n += 1) tasks.push(await aRunningTask({ tenantId, pph: 95 }));
    await report(tasks, 60);
    await Promise.all(Array.from({ length: 6 }, () => chargeRunning({ now: at(60) })));
    await chargeRunning({ now: at(60) });
    for (const { resvGuid } of tasks) expect((await taskOf(resvGuid)).charged_seconds).toBe(60);
    expect((await accountsOf(tenantId)).customer).toBe(100n * DOLLAR - 20n * 95n * 60n);
    await expectSoundLedger();
  });

  test("scenario 35: a crash during a tick leaves nothing half-done", async () => {
    const { tenantId } = await aTenant({ now: START });
    const task = await aRunningTask({ tenantId, pph: 95 });
    await report([task], 60);
    const crash = transaction(async (tx) => {
      await chargeUpTo(tx, { resvGuids: [task.resvGuid], now: at(60) });
      throw new Error("crash");
    });
    await expect(crash).rejects.toThrow("crash");
    expect(await taskOf(task.resvGuid)).toMatchObject({ charged_seconds: 0 });
    await chargeRunning({ now: at(60) });
    expect(await taskOf(task.resvGuid)).toMatchObject({ charged_seconds: 60 });
  });

  test("nothing is charged after the oldest last report of a gang's nodes (B2)", async () => {
    const { tenantId } = await aTenant({ now: START });
    const gang = await aRunningTask({ tenantId, pph: 1520, nodes: 2 });
    await report([gang], 60);
    await report([{ ...gang, nodeIds: gang.nodeIds.slice(0, 1) }], 90);
    await chargeRunning({ now: at(95) });
    expect((await taskOf(gang.resvGuid)).charged_seconds).toBe(60);
  });

  test("without a final report the stop request is charged only as far as reports reach (B2)", async () => {
    const { tenantId } = await aTenant({ now: START });
    const task = await aRunningTask({ tenantId, pph: 95 });
    await report([task], 57);
    await transaction((tx) => chargeUpTo(tx, { resvGuids: [task.resvGuid], now: at(60), endAt: at(60) }));
    expect((await taskOf(task.resvGuid)).charged_seconds).toBe(57);
    await end(task.resvGuid, 60);
    await report([task], 65);
    await chargeRunning({ now: at(65) });
    expect((await taskOf(task.resvGuid)).charged_seconds).toBe(57);
    await transaction((tx) => chargeUpTo(tx, { resvGuids: [task.resvGuid], now: at(66) }));
    expect((await taskOf(task.resvGuid)).charged_seconds).toBe(60);
  });

  test("a second charge of the same interval is refused by the database (B3)", async () => {
    const { tenantId } = await aTenant({ now: START });
    const task = await aRunningTask({ tenantId, pph: 95 });
    await report([task], 60);
    await chargeRunning({ now: at(60) });
    const again = db.query(
      `insert into task_charge select resv_guid, from_ts, to_ts + interval '1 second', units, transaction_id
       from task_charge where resv_guid = $1`,
      [task.resvGuid],
    );
    await expect(again).rejects.toMatchObject({ constraint: "task_charge_pkey" });
  });

  test("a charge without its task is refused by the database", async () => {
    const orphan = db.query(
      `insert into task_charge (resv_guid, from_ts, to_ts, units, transaction_id) values (gen_random_uuid(), $1, $2, 1, 1)`,
      [at(0), at(1)],
    );
    await expect(orphan).rejects.toMatchObject({ constraint: "task_charge_of_tasks" });
  });

  test("scenario 39: a price change does not change a running task's price", async () => {
    const { tenantId } = await aTenant({ now: START });
    const task = await aRunningTask({ tenantId, pph: 95 });
    await db.query(`update price set pph_cents = 200 where gpu_type = 'a5000'`);
    await report([task], 100);
    await chargeRunning({ now: at(100) });
    await db.query(`update price set pph_cents = 95 where gpu_type = 'a5000'`);
    expect((await accountsOf(tenantId)).customer).toBe(100n * DOLLAR - 9500n);
  });
});

describe("refund of an incident (B9)", () => {
  test.each([
    { seconds: 2000, refund: 95n * 900n },
    { seconds: 900, refund: 95n * 900n - ((95n * 900n) % 3600n) },
    { seconds: 100, refund: 95n * 100n - ((95n * 100n) % 3600n) },
    { seconds: 30, refund: 0n },
  ])("of a task charged for $seconds s", async ({ seconds, refund }) => {
    const { tenantId } = await aTenant({ now: START });
    const task = await aRunningTask({ tenantId, pph: 95 });
    await report([task], seconds);
    await chargeRunning({ now: at(seconds) });
    await db.query(`update task set incidents = 1 where resv_guid = $1`, [task.resvGuid]);
    const refunded: bigint[] = [];
    for (let time = 0; time < 2; time += 1) {
      await transaction(async (tx) => {
        await settleTasks(tx, { resvGuids: [task.resvGuid], now: at(seconds) });
        refunded.push(await refundIncident(tx, { resvGuid: task.resvGuid, now: at(seconds) }));
      });
    }
    expect(refunded).toEqual([refund, 0n]);
    const kept = 100n * DOLLAR - (await accountsOf(tenantId)).customer;
    expect(kept).toBe(95n * BigInt(seconds) - ((95n * BigInt(seconds)) % 3600n) - refund);
    expect(kept).toBeGreaterThanOrEqual(0n);
  });
});

async function end(resvGuid: string, second: number): Promise<void> {
  await db.query(`update task set state = 'stopping', stop_target = 'killed', stop_at = $2 where resv_guid = $1`, [
    resvGuid,
    at(second),
  ]);
}

async function expectSoundLedger(): Promise<void> {
  expect(await checkLedger()).toEqual(IN_BALANCE);
}
