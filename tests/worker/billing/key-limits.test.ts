import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { rotateKey } from "~/accounts/inside/api-keys/change-key.server";
import { insertKey } from "~/accounts/insert-key.server";
import { listKeys } from "~/accounts/list-keys.server";
import { ReserveFields } from "~/compute/inside/reserve/reserve-input";
import { reserveTask } from "~/compute/inside/reserve/reserve-task.server";
import { createVolume } from "~/compute/inside/volumes/create-volume.server";
import { growVolume } from "~/compute/inside/volumes/change-volume.server";
import { KEY_LIMIT_REACHED, watchLimits } from "~/compute/stop-at-limits.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { readLimitFunds } from "~/money/limit-funds.server";
import { limitKey } from "~/money/limit-key";
import { M } from "~/messages";
import { aKeepingNode } from "../../compute/database/volumes/a-volume";
import { aRunningTask, at, report, START } from "../../money/database/billing/running-task";
import { aNode, anSshKey, aTenant, theCatalogue, type TenantInWorld } from "../../support/world";
import { expectStopAtLimit } from "./expect-stop-at-limit";

const requestId = "test";
const DAY_S = 86_400;
let owner: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  await aKeepingNode();
});
beforeEach(async () => {
  owner = await aTenant({ dollars: 1000, now: START });
});

async function aKey(limits: { dayCents?: number; totalCents?: number }, now = START) {
  const line = { dayCents: null, totalCents: null, ...limits };
  const named = { name: "agent", scopes: ["read", "tasks"] as const, networks: [], expiresAt: null, line };
  const { tenantId, userId } = owner;
  const { keyId } = await transaction((tx) => insertKey(tx, { kind: "named", tenantId, userId, named, now }));
  if (keyId === null) throw new Error("no key was made");
  return { id: keyId, keyLineId: await lineOf(keyId) };
}

async function lineOf(id: number): Promise<number> {
  const [row] = await db.query<{ line: number }>(`select line_id as line from api_key where id = $1`, [id]);
  return row?.line ?? 0;
}

async function runningWith(keyLineId: number | null, pph: number) {
  const task = await aRunningTask({ tenantId: owner.tenantId, pph });
  await db.query(`update task set created_by_id = $2, key_line_id = $3 where resv_guid = $1`, [
    ...[task.resvGuid, owner.userId, keyLineId],
  ]);
  return task;
}

const spentOf = async (keyLineId: number) =>
  await db.query<{ day: string; units: bigint }>(
    `select day::text, units from key_spend where key_line_id = $1 order by day`,
    [keyLineId],
  );

describe("while tasks run (16.11)", () => {
  test("a key's tasks stop at the last second that its limit of the day pays for, and other tasks continue", async () => {
    const { keyLineId } = await aKey({ dayCents: 100, totalCents: 500 });
    const [first, second] = [await runningWith(keyLineId, 100), await runningWith(keyLineId, 200)];
    const others = await runningWith(null, 300);
    await report([first, second, others], 600);
    await chargeRunning({ now: at(600) });
    expect((await spentOf(keyLineId)).map(({ units }) => units)).toEqual([180_000n]);
    await expectStopAtLimit([first, second], { others, reason: KEY_LIMIT_REACHED });
    const told = await db.query(`select human_readable_message as text, url from notification where cause like $1`, [
      `key_day:${owner.tenantId}:%`,
    ]);
    expect(told).toEqual([
      {
        text: "The API key agent has reached its spending limit of $1.00 a day. 2 tasks were stopped. It can start tasks again after 00:00 UTC.",
        url: "/tasks",
      },
    ]);
  });

  test("the next day begins with the whole limit, and a total continues; a key that replaces another resets neither", async () => {
    const { id, keyLineId } = await aKey({ dayCents: 1_000, totalCents: 1_500 });
    const task = await runningWith(keyLineId, 36);
    await report([task], 1000);
    await chargeRunning({ now: at(1000) });
    const act = { tenantId: owner.tenantId, userId: owner.userId, requestId, now: at(1001) };
    const next = await rotateKey({ ...act, id, overlapHours: 0 });
    expect(await lineOf(next.id)).toBe(keyLineId);
    const restOf = async (seconds: number) => {
      const asked = [{ tenantId: owner.tenantId, userId: owner.userId, keyLineId }];
      const funds = await readLimitFunds(db, asked, at(seconds));
      const rest = (kind: "key_day" | "key_total") =>
        funds.get(limitKey(kind, owner.tenantId, keyLineId))?.balanceUnits ?? 0n;
      return [rest("key_day"), rest("key_total")];
    };
    const spent = 36_000n;
    expect(await restOf(1001)).toEqual([3_600_000n - spent, 5_400_000n - spent]);
    expect(await restOf(1001 + DAY_S)).toEqual([3_600_000n, 5_400_000n - spent]);
    const [row] = (await listKeys({ ...act })).filter((key) => key.id === next.id);
    expect(row).toMatchObject({ day_limit_dollars: 10, total_limit_dollars: 15, total_spent_dollars: 0.1 });
    await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where resv_guid = $1`, [
      task.resvGuid,
    ]);
  });

  test("whatever a key runs, and whenever somebody looks, it is never charged more than its limits", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 50, max: 900 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 100, max: 300 }),
        fc.integer({ min: 100, max: 300 }),
        fc.array(fc.integer({ min: 60, max: 1500 }), { minLength: 1, maxLength: 4 }),
        async (prices, dayCents, totalCents, steps) => {
          const { keyLineId } = await aKey({ dayCents, totalCents });
          const tasks = [];
          for (const pph of prices) tasks.push(await runningWith(keyLineId, pph));
          let seconds = 0;
          for (const step of [...steps, 3000, 3000]) {
            seconds += step;
            await report(tasks, seconds);
            await watchLimits({ now: at(seconds) });
            await chargeRunning({ now: at(seconds) });
          }
          const spent = (await spentOf(keyLineId)).reduce((sum, { units }) => sum + units, 0n);
          expect(spent).toBeLessThanOrEqual(BigInt(Math.min(dayCents, totalCents)) * 3_600n);
          await db.query(
            `update task set state = 'killed', finished_at = now(), charged_to = null where key_line_id = $1`,
            [keyLineId],
          );
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe("where a key begins something", () => {
  test("a limit must cover 10 minutes of all the key's tasks, and the refusal names it; other keys are free", async () => {
    await anSshKey({ tenantId: owner.tenantId, userId: owner.userId });
    await aNode();
    const [{ cents } = { cents: 0 }] = await db.query<{ cents: number }>(
      `select pph_cents as cents from price where gpu_type = 'a5000'`,
    );
    // Enough for two of them for 10 minutes, but not for three.
    const dayCents = Math.ceil((cents * 2) / 6);
    const limited = await aKey({ dayCents, totalCents: 10_000 }, new Date());
    const reserve = (keyLineId: number | null, name: string, enqueue = false) =>
      reserveTask({
        ...{ tenantId: owner.tenantId, userId: owner.userId, keyLineId, idempotencyKey: null, now: new Date() },
        input: ReserveFields.parse({ task_name: name, gpu_type: "a5000", gpu_min: 1, enqueue, agree: enqueue }),
      });
    await reserve(limited.keyLineId, "one");
    await reserve(limited.keyLineId, "two");
    const dollars = `$${(dayCents / 100).toFixed(2)}`;
    await expect(reserve(limited.keyLineId, "three")).rejects.toThrow(M.keyDayUsed({ dollars }));
    const unlimited = await aKey({}, new Date());
    expect(await reserve(unlimited.keyLineId, "three")).toMatchObject({ retcode: "OK" });
    await db.query(`insert into key_spend values ($1, (now() at time zone 'UTC')::date, 36000000)`, [
      limited.keyLineId,
    ]);
    await expect(reserve(limited.keyLineId, "later", true)).rejects.toThrow(M.keyDayUsed({ dollars }));
    await db.query(`update key_line set day_cents = null where id = $1`, [limited.keyLineId]);
    await expect(reserve(limited.keyLineId, "later", true)).rejects.toThrow(M.keyTotalUsed({ dollars: "$100.00" }));
    const began = await db.query(`select task_name from task where key_line_id = $1 order by 1`, [limited.keyLineId]);
    expect(began).toEqual([{ task_name: "one" }, { task_name: "two" }]);
  });

  test("a key's volumes fit a day of its limit, or 31 days of its total, and it grows only its own", async () => {
    // 100 GB are $10 a month of 730 hours: 33 cents a day, $10.19 in 31 days.
    const call = { tenantId: owner.tenantId, userId: owner.userId, now: START };
    const make = (keyLineId: number | null, gb: number, name: string) =>
      createVolume({ ...call, keyLineId }, { name, gb, clusterName: "fra1" });
    const daily = await aKey({ dayCents: 100 });
    const volumeId = await make(daily.keyLineId, 300, "daily");
    await expect(make(daily.keyLineId, 10, "more")).rejects.toThrow(
      M.keyLimitVolumes({ dollars: "$1.00", period: "a day" }),
    );
    const total = await aKey({ totalCents: 1_100 });
    await make(total.keyLineId, 100, "total");
    await expect(make(total.keyLineId, 10, "more")).rejects.toThrow(
      M.keyLimitVolumes({ dollars: "$11.00", period: "in total" }),
    );
    await expect(growVolume({ ...call, keyLineId: total.keyLineId, volumeId, gb: 310 })).rejects.toThrow(
      M.keyGrowsOnlyOwn,
    );
    await growVolume({ ...call, volumeId, gb: 310 });
    await chargeRunning({ now: at(3 * DAY_S) });
    expect((await spentOf(daily.keyLineId)).length).toBeGreaterThan(1);
  });
});
