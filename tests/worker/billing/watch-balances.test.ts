import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { nextZeroAt } from "~/money/next-zero.server";
import { watchBalances } from "~/compute/watch-balances.server";
import { advanceTasks } from "~/compute/advance-tasks.server";
import {
  accountsOf,
  aRunningTask,
  at,
  report,
  reportStopped,
  START,
  taskOf,
} from "../../money/database/billing/running-task";
import { IN_BALANCE } from "../../support/in-balance";
import { aTenant, credit, theCatalogue } from "../../support/world";

beforeAll(async () => {
  await theCatalogue();
});

describe("warnings (B7)", () => {
  test("scenario 36: one warning at 24 h, another at 1 h, both again after a top-up", async () => {
    // 100 units a second: 36 dollars last 129600 s.
    const { tenantId } = await aTenant({ dollars: 36, now: START });
    const task = await aRunningTask({ tenantId, pph: 100 });
    const warningsAt = async (second: number) => {
      await report([task], second);
      await chargeRunning({ now: at(second) });
      await watchBalances({ now: at(second) });
      await watchBalances({ now: at(second + 1) });
      return await warningsOf(tenantId);
    };
    expect(await warningsAt(43_190)).toEqual([]);
    expect(await warningsAt(43_200)).toEqual(["24 hours"]);
    expect(await warningsAt(60_000)).toEqual(["24 hours"]);
    expect(await warningsAt(126_000)).toEqual(["24 hours", "1 hour"]);
    await credit({ tenantId, dollars: 36, now: at(126_001) });
    expect(await warningsAt(126_010)).toEqual(["24 hours", "1 hour"]);
    expect(await warningsAt(172_800)).toEqual(["24 hours", "1 hour", "24 hours"]);
    expect(await warningsAt(255_600)).toEqual(["24 hours", "1 hour", "24 hours", "1 hour"]);
    await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where resv_guid = $1`, [
      task.resvGuid,
    ]);
  });
});

describe("the end of money (B8)", () => {
  test("scenario 37: all tasks stop at the last covered second, the balance stays at 0 or above", async () => {
    const { tenantId } = await aTenant({ dollars: 1, now: START });
    // 360000 units at 285 a second last 1263 s; 45 units remain.
    const first = await aRunningTask({ tenantId, pph: 95 });
    const second = await aRunningTask({ tenantId, pph: 190 });
    const starting = await aRunningTask({ tenantId, pph: 95, state: "starting" });
    const queued = await aRunningTask({ tenantId, pph: 95, state: "placing" });
    await db.query(`delete from placement where resv_guid = $1`, [queued.resvGuid]);
    await db.query(`update task set state = 'queued', placed_at = null where resv_guid = $1`, [queued.resvGuid]);

    await report([first, second], 600);
    expect(await nextZeroAt({ now: at(600) })).toEqual(at(1263));
    await report([first, second], 1260);
    await watchBalances({ now: at(1262) });
    expect(await taskOf(first.resvGuid)).toMatchObject({ state: "running" });
    // Nobody checks for a while: the time that tasks ran longer is free.
    await report([first, second], 1290);
    await chargeRunning({ now: at(1290) });
    expect(await taskOf(first.resvGuid)).toMatchObject({ charged_seconds: 0 });
    await Promise.all([watchBalances({ now: at(1290) }), watchBalances({ now: at(1290) })]);

    for (const { resvGuid } of [first, second]) {
      expect(await taskOf(resvGuid)).toMatchObject({
        state: "stopping",
        reason: "no funds",
        charged_seconds: 1263,
        stop_at: at(1263),
      });
    }
    expect(await taskOf(starting.resvGuid)).toMatchObject({ reason: "no funds", charged_seconds: 0 });
    expect(await taskOf(queued.resvGuid)).toMatchObject({
      state: "queued",
      wait_reason: "waiting_for_funds",
    });
    expect(await accountsOf(tenantId)).toEqual({ customer: 45n, owed: 0n });
    expect(await messagesOf(tenantId)).toContain(
      "Your balance is used up. All your tasks were stopped. Please add funds.",
    );
  });

  test("no stop is dated before its task's charged time, whenever the money of all tasks ended", async () => {
    const { tenantId } = await aTenant({ dollars: 0.05, now: START });
    const seen = await aRunningTask({ tenantId, pph: 100 });
    const silent = await aRunningTask({ tenantId, pph: 100 });
    await report([seen], 100);
    await report([silent], 60);
    await chargeRunning({ now: at(100) });
    // 2000 units are left: 20 seconds of only the second task, which end before those that the first has paid for.
    await report([seen, silent], 130);
    await watchBalances({ now: at(130) });
    expect(await taskOf(seen.resvGuid)).toMatchObject({
      state: "stopping",
      charged_seconds: 100,
      stop_at: at(100),
    });
    expect(await taskOf(silent.resvGuid)).toMatchObject({
      state: "stopping",
      charged_seconds: 80,
      stop_at: at(80),
    });
    expect((await accountsOf(tenantId)).customer).toBe(0n);
  });

  test("a later report's time before the stop is charged; a top-up does not pay for later time", async () => {
    const { tenantId } = await aTenant({ dollars: 1, now: START });
    const first = await aRunningTask({ tenantId, pph: 100 });
    const second = await aRunningTask({ tenantId, pph: 100 });
    await report([first], 1795);
    await report([second], 1799);
    // 360000 units at 200 a second end at 1800.
    await watchBalances({ now: at(1800) });
    expect((await taskOf(first.resvGuid)).charged_seconds).toBe(1795);
    expect((await taskOf(second.resvGuid)).charged_seconds).toBe(1799);
    await credit({ tenantId, dollars: 10, now: at(1802) });
    await report([first, second], 1810);
    await reportStopped(first);
    await reportStopped(second);
    await advanceTasks({ now: at(1811) });
    for (const { resvGuid } of [first, second]) {
      expect(await taskOf(resvGuid)).toMatchObject({
        state: "killed",
        charged_seconds: 1800,
        billed_cents: 50,
      });
    }
    expect((await accountsOf(tenantId)).customer).toBe(3_600_000n);
    expect(await checkLedger()).toEqual(IN_BALANCE);
  });
});

async function messagesOf(tenantId: number): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1 order by id`,
    [tenantId],
  );
  return rows.map((row) => row.text);
}

/** The times in the warnings, each of which was also mailed. */
async function warningsOf(tenantId: number): Promise<string[]> {
  const texts = await messagesOf(tenantId);
  const mails = await db.query<{ text: string }>(
    `select text from mail where cause like 'low-balance:' || $1 || ':%' order by id`,
    [tenantId],
  );
  expect(mails.map((mail) => mail.text)).toEqual(texts);
  return texts.map((text) => /less than (.+?)\./.exec(text)?.[1] ?? text);
}
