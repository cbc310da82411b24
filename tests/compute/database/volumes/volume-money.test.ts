import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, snapshot, transaction } from "~/platform/db.server";
import { chargeVolumesUpTo } from "~/money/charge-volumes.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { listTransactions } from "~/money/list-transactions.server";
import { readSpend } from "~/money/inside/billing/read-spend.server";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import { readMoney } from "~/money/read-money.server";
import { readStatement } from "~/money/inside/billing/statement/read-statement.server";
import { watchBalances } from "~/compute/watch-balances.server";
import { deleteVolume, growVolume } from "~/compute/inside/volumes/change-volume.server";
import { recordCopies } from "~/compute/end-copy.server";
import { snapshotVolume } from "~/compute/inside/volumes/snapshot-volume.server";
import { watchVolumes } from "~/compute/watch-volumes.server";
import { Refusal } from "~/platform/refusal";
import { IN_BALANCE } from "../../../support/in-balance";
import { lockWaits } from "../../../support/lock-waits";
import { until } from "../../../support/until";
import { aTenant, credit, theCatalogue } from "../../../support/world";
import { accountsOf, aRunningTask, at, report, START, taskOf } from "../../../money/database/billing/running-task";
import { aKeepingNode, aVolume, takenFor, volumeOf } from "./a-volume";

const DOLLAR = 360_000n;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** The tests' clock starts at 10:00 UTC. */
const TO_MIDNIGHT = 14 * HOUR;

let nodeId: number;

beforeAll(async () => {
  await theCatalogue();
  ({ nodeId } = await aKeepingNode({ now: START }));
  await db.query(`update node set copies_volumes = true`);
});

beforeEach(async () => {
  await db.query(`update volume set state = 'deleted', warned_days = null, warned_at = null where state <> 'deleted'`);
});

const units = (gb: number, seconds: number) => (BigInt(gb) * 10n * BigInt(seconds)) / 730n;

test("the balance shows a volume's cost to the second; the ledger gets one movement for each finished day", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 10, now: START });
  const volumeId = await aVolume({ tenantId, userId, now: START, gb: 100, name: "data" });
  await chargeRunning({ now: at(HOUR) });
  expect(await takenFor(volumeId)).toBe(0n);
  const money = await readMoney({ tenantId, now: at(HOUR) });
  expect(money.availableUnits).toBe(10n * DOLLAR - units(100, HOUR));
  expect(money).toMatchObject({ ongoingPph: 0, volumeMonthCents: 1000 });

  const later = at(TO_MIDNIGHT + 2 * DAY + 60);
  await Promise.all([chargeRunning({ now: later }), chargeRunning({ now: later }), chargeRunning({ now: later })]);
  await chargeRunning({ now: later });
  expect(await takenFor(volumeId)).toBe(units(100, TO_MIDNIGHT + 2 * DAY));
  expect((await accountsOf(tenantId)).customer).toBe(10n * DOLLAR - units(100, TO_MIDNIGHT + 2 * DAY));
  const moved = (await listTransactions({ tenantId, now: later })).filter(({ kind }) => kind === "volume");
  expect(moved.map(({ task_name }) => task_name).sort()).toEqual([
    "data, 100 GB, 01.03.2026, 50400 s",
    "data, 100 GB, 02.03.2026, 86400 s",
    "data, 100 GB, 03.03.2026, 86400 s",
  ]);
  const statement = await readStatement({ tenantId, month: "2026-03", now: later });
  const lines = statement.lines.filter(({ kind }) => kind === "volume");
  expect(lines).toHaveLength(3);
  for (const { id, units } of lines) {
    const explained = await explainLine({ tenantId, month: "2026-03", id });
    expect(explained).toMatchObject({
      about: "movement",
      volume: { name: "data", gb: 100, units: -units, holds: true },
    });
  }
  const spend = await snapshot((q) => readSpend({ tenantId, days: 30, unposted: [], now: later }, q));
  expect(spend.days.filter(({ cents }) => cents > 0).map(({ day }) => day)).toEqual([
    "2026-03-01",
    "2026-03-02",
    "2026-03-03",
  ]);
  expect(spend.volumes).toMatchObject({ count: 1, cents: spend.totalCents });
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("a crash in the middle of charging leaves nothing behind, and the next tick charges it once", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 10, now: START });
  const volumeId = await aVolume({ tenantId, userId, now: START });
  const crash = transaction(async (tx) => {
    await chargeVolumesUpTo(tx, { tenantId, volumeIds: [volumeId], until: at(DAY), now: at(DAY) });
    throw new Error("crash");
  });
  await expect(crash).rejects.toThrow("crash");
  expect(await volumeOf(volumeId)).toMatchObject({ charged_weight: 0n });
  await chargeRunning({ now: at(DAY) });
  expect(await takenFor(volumeId)).toBe(units(100, TO_MIDNIGHT));
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("a grown volume costs its old size before and its new one after", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 10, now: START });
  const volumeId = await aVolume({ tenantId, userId, now: START, gb: 100 });
  await growVolume({ tenantId, userId, volumeId, gb: 250, now: at(HOUR) });
  await growVolume({ tenantId, userId, volumeId, gb: 250, now: at(HOUR + 5) });
  await expect(growVolume({ tenantId, userId, volumeId, gb: 200, now: at(HOUR) })).rejects.toThrow("can only grow");
  await deleteVolume({ tenantId, userId, volumeId, now: at(2 * HOUR) });
  await deleteVolume({ tenantId, userId, volumeId, now: at(3 * HOUR) }).catch(() => undefined);
  const weight = 1000n * BigInt(HOUR) + 2500n * BigInt(HOUR);
  expect(await takenFor(volumeId)).toBe(weight / 730n);
  expect(await volumeOf(volumeId)).toMatchObject({ state: "deleted", charged_weight: weight });
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("money ends for tasks and volumes at one second, and no balance goes below 0 (B8)", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 1, now: START });
  const task = await aRunningTask({ tenantId, pph: 95 });
  const volumeId = await aVolume({ tenantId, userId, now: START, gb: 5000 });
  const perSecond = 95 * 730 + 50_000;
  const end = Math.floor((360_000 * 730) / perSecond);
  await report([task], end + 40);
  await watchBalances({ now: at(end - 20) });
  expect(await volumeOf(volumeId)).toMatchObject({ state: "kept" });
  await watchBalances({ now: at(end + 40) });
  await watchBalances({ now: at(end + 41) });
  expect(await taskOf(task.resvGuid)).toMatchObject({ state: "stopping", reason: "no funds", stop_at: at(end) });
  expect(await volumeOf(volumeId)).toMatchObject({ state: "unpaid", warned_days: 14, charged_to: at(end) });
  const { customer } = await accountsOf(tenantId);
  expect(customer).toBeGreaterThanOrEqual(0n);
  expect(customer).toBeLessThan(95n + 50_000n / 730n + 2n);
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("an unpaid volume is kept 14 days, with mails at 14, 7 and 1, and is charged for that time after a payment", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 1, now: START });
  const volumeId = await aVolume({ tenantId, userId, now: START, gb: 1000 });
  await watchBalances({ now: at(2 * DAY) });
  const since = Number((await volumeOf(volumeId)).charged_to) / 1000 - START.getTime() / 1000;
  expect([units(1000, since) <= DOLLAR, units(1000, since + 1) > DOLLAR]).toEqual([true, true]);
  for (const day of [2, 5, 9.1, 9.2]) await watchVolumes({ now: at(day * DAY) });
  expect(await subjects(volumeId)).toEqual(["deleted in 14 days", "deleted in 7 days"]);
  await credit({ tenantId, dollars: 1, now: at(10 * DAY) });
  await watchVolumes({ now: at(10 * DAY) });
  expect(await volumeOf(volumeId)).toMatchObject({ state: "unpaid" });
  await credit({ tenantId, dollars: 39, now: at(10 * DAY) });
  await watchVolumes({ now: at(10 * DAY) });
  await watchVolumes({ now: at(10 * DAY) });
  expect(await volumeOf(volumeId)).toMatchObject({ state: "kept", warned_days: null, charged_to: at(since) });
  await chargeRunning({ now: at(10 * DAY) });
  await deleteVolume({ tenantId, userId, volumeId, now: at(10 * DAY) });
  expect(await takenFor(volumeId)).toBe(units(1000, 10 * DAY));
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("a tenant that does not pay loses it 14 days later, a day or more after the last mail, and owes nothing", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 1, now: START });
  const volumeId = await aVolume({ tenantId, userId, now: START, gb: 1000 });
  await watchBalances({ now: at(2 * DAY) });
  for (const day of [9, 15, 15.5]) await watchVolumes({ now: at(day * DAY) });
  expect(await volumeOf(volumeId)).toMatchObject({ state: "unpaid", warned_days: 1 });
  await Promise.all([1, 2, 3].map(() => watchVolumes({ now: at(16 * DAY) })));
  expect(await volumeOf(volumeId)).toMatchObject({ state: "deleted", reason: "unpaid for 14 days" });
  expect(await subjects(volumeId)).toEqual([
    "deleted in 14 days",
    "deleted in 7 days",
    "deleted tomorrow",
    "was deleted",
  ]);
  expect((await accountsOf(tenantId)).owed).toBe(0n);
  expect(await checkLedger()).toEqual(IN_BALANCE);
});

test("no money arrives between the last look at it and the end of an unpaid volume", async () => {
  const { tenantId, userId } = await aTenant({ dollars: 1, now: START });
  const volumeId = await aVolume({ tenantId, userId, now: START, gb: 1000 });
  await watchBalances({ now: at(2 * DAY) });
  for (const day of [9, 15]) await watchVolumes({ now: at(day * DAY) });
  let watching: Promise<unknown> | undefined;
  let paying: Promise<unknown> | undefined;
  let paid = false;
  let paidFirst = false;
  await transaction(async (tx) => {
    // Read just before the end.
    await tx.query(`lock table account_deletion in access exclusive mode`);
    watching = watchVolumes({ now: at(17 * DAY) });
    await until("the end waits", async () => (await lockWaits()) === 1);
    paying = credit({ tenantId, dollars: 500, now: at(17 * DAY) }).then(() => (paid = true));
    await until("the payment waits, or is done", async () => paid || (await lockWaits()) === 2);
    paidFirst = paid;
  });
  await Promise.all([watching, paying]);
  expect(await volumeOf(volumeId)).toMatchObject({ state: paidFirst ? "kept" : "deleted" });
});

describe("while the owner is suspended and nobody can pay, an unpaid volume", () => {
  const suspended = async ({ userId }: { userId: number }, state: "suspended" | "active") =>
    await db.query(`update user_account set state = $2 where id = $1`, [userId, state]);

  test.each(["before", "after"])(
    "that became unpaid %s it is kept; its 14 days begin again afterwards",
    async (when) => {
      const tenant = await aTenant({ dollars: 1, now: START });
      const volumeId = await aVolume({ ...tenant, now: START, gb: 1000 });
      if (when === "after") await suspended(tenant, "suspended");
      await watchBalances({ now: at(2 * DAY) });
      const before = when === "before" ? ["deleted in 14 days", "deleted in 7 days"] : [];
      if (when === "before") await watchVolumes({ now: at(9 * DAY) });
      await suspended(tenant, "suspended");
      for (const day of [10, 16, 17, 60]) await watchVolumes({ now: at(day * DAY) });
      expect(await volumeOf(volumeId)).toMatchObject({ state: "unpaid" });
      expect(await subjects(volumeId)).toEqual(before);
      await suspended(tenant, "active");
      for (const day of [68, 73.9]) await watchVolumes({ now: at(day * DAY) });
      expect(await volumeOf(volumeId)).toMatchObject({ state: "unpaid" });
      expect((await subjects(volumeId)).slice(before.length)).toEqual(["deleted in 7 days", "deleted tomorrow"]);
      await watchVolumes({ now: at(75 * DAY) });
      expect(await volumeOf(volumeId)).toMatchObject({ state: "deleted" });
    },
  );

  test("whose account waits for its deletion goes after 14 days", async () => {
    const tenant = await aTenant({ dollars: 1, now: START });
    const volumeId = await aVolume({ ...tenant, now: START, gb: 1000 });
    await watchBalances({ now: at(2 * DAY) });
    await suspended(tenant, "suspended");
    await db.query(`insert into account_deletion (user_id, step, emails, asked_at) values ($1, 'close', '{}', $2)`, [
      tenant.userId,
      START,
    ]);
    for (const day of [16, 17]) await watchVolumes({ now: at(day * DAY) });
    expect(await volumeOf(volumeId)).toMatchObject({ state: "deleted" });
  });
});

test("after any history, postings equal size, price and seconds, and no balance is below 0", async () => {
  const step = fc.record({
    act: fc.constantFrom("tick", "watch", "grow", "credit", "delete", "make", "copy", "copied"),
    wait: fc.integer({ min: 0, max: 40 * HOUR }),
    size: fc.integer({ min: 10, max: 3000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { tenantId, userId } = await aTenant({ dollars: 2, now: START });
      const volumes = [await aVolume({ tenantId, userId, now: START, gb: 500 })];
      let seconds = 0;
      for (const { act, wait, size } of steps) {
        seconds += wait;
        const now = at(seconds);
        const own = { tenantId, volumeId: volumes[size % volumes.length] ?? "", now };
        if (act === "tick") await chargeRunning({ now });
        if (act === "watch") {
          await watchBalances({ now });
          await watchVolumes({ now });
        }
        if (act === "grow") await growVolume({ ...own, userId, gb: size }).catch(asRefused);
        if (act === "delete") await deleteVolume({ ...own, userId }).catch(asRefused);
        if (act === "credit") await credit({ tenantId, dollars: size / 500, now });
        if (act === "make") {
          const made = await aVolume({ tenantId, userId, now, gb: size }).catch(asRefused);
          if (made) volumes.push(made);
        }
        if (act === "copy") {
          await wasUsed(own);
          const name = `copy-${volumes.length}`;
          const made = await snapshotVolume({ ...own, userId }, { name }).catch(asRefused);
          if (made) volumes.push(made);
        }
        if (act === "copied") {
          const copies = volumes.map((volume_id) => ({
            volume_id,
            state: size % 3 ? ("done" as const) : ("failed" as const),
          }));
          await transaction((tx) => recordCopies(tx, { nodeId, copies, now }));
        }
        expect((await accountsOf(tenantId)).customer).toBeGreaterThanOrEqual(0n);
      }
      expect(await checkLedger()).toEqual(IN_BALANCE);
    }),
    { numRuns: 12 },
  );
});

/** A task has used it, so there is something to copy. */
async function wasUsed({ tenantId, volumeId }: { tenantId: number; volumeId: string }): Promise<void> {
  await db.query(
    `with ended as (
       insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
         accepted_gpu_pph, pph, accepted_at, state_at, finished_at)
       values ($1, 'ended-' || gen_random_uuid(), 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'finished', 95, 95, $3, $3, $3)
       returning resv_guid)
     insert into task_volume (resv_guid, volume_id, path, read_only) select resv_guid, $2, '/data', false from ended`,
    [tenantId, volumeId, START],
  );
}

function asRefused(error: unknown): undefined {
  if (error instanceof Refusal) return undefined;
  throw error;
}

async function subjects(volumeId: string): Promise<string[]> {
  const mails = await db.query<{ subject: string }>(
    `select subject from mail where cause like 'volume-%' || $1 || '%' order by id`,
    [volumeId],
  );
  return mails.map(({ subject }) => subject.replace(/^Volume \S+ (will be )?/, ""));
}
