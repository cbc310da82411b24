import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "~/platform/db.server";
import { watchBudgets } from "~/money/watch-budgets.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { watchBalances } from "~/compute/watch-balances.server";
import { accountsOf, aRunningTask, at, report, START, taskOf } from "../money/database/billing/running-task";
import { aTenant, theCatalogue } from "../support/world";

/** Steps of each of these ticks, in their order. */
const STEPS = {
  balance: ["watchBalances", "watchVolumes", "watchCopies", "watchLimits", "wakeForNeed", "watchBudgets"],
  sample: ["sampleGpuUse", "sampleService"],
} as const;

type Step = (typeof STEPS)[keyof typeof STEPS][number];

const MODULES: Record<Step, string> = {
  watchBalances: "~/compute/watch-balances.server",
  watchVolumes: "~/compute/watch-volumes.server",
  watchCopies: "~/compute/watch-copies.server",
  watchLimits: "~/compute/stop-at-limits.server",
  wakeForNeed: "~/payments/wake-for-need.server",
  watchBudgets: "~/money/watch-budgets.server",
  sampleGpuUse: "~/compute/gpu-use.server",
  sampleService: "~/fleet/sample-service.server",
};

beforeAll(async () => {
  await theCatalogue();
});

for (const [tick, steps] of Object.entries(STEPS)) {
  test.each(steps)(`tick ${tick}: all other steps run while %s fails, and its fault has its name`, async (bad) => {
    const taken: string[] = [];
    for (const step of steps) {
      vi.doMock(MODULES[step], async (importOriginal) => ({
        ...(await importOriginal<object>()),
        [step]: async () => {
          taken.push(step);
          if (step === bad) throw new Error("a stone in the gears");
        },
      }));
    }
    vi.resetModules();
    const { findTick } = await import("../../worker/timetable");
    await expect(findTick(tick as keyof typeof STEPS).run({ now: new Date() })).rejects.toThrow(
      /: a stone in the gears$/,
    );
    expect(taken).toEqual(steps);
    for (const step of steps) vi.doUnmock(MODULES[step]);
    vi.resetModules();
  });
}

/** A tenant that cannot be notified: the database refuses each of its notifications. */
async function aDeafTenant(dollars: number): Promise<number> {
  const { tenantId } = await aTenant({ dollars, now: START });
  await db.query(`alter table notification add constraint deaf_${tenantId} check (tenant_id <> ${tenantId}) not valid`);
  return tenantId;
}

beforeEach(async () => {
  await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where finished_at is null`);
});

test("a tenant that cannot be warned delays no other warning", async () => {
  const deaf = await aDeafTenant(1);
  const { tenantId: other } = await aTenant({ dollars: 36, now: START });
  const task = await aRunningTask({ tenantId: deaf, pph: 100 });
  const ofOther = await aRunningTask({ tenantId: other, pph: 100 });
  await report([task, ofOther], 43_200);
  await chargeRunning({ now: at(43_200) });
  await expect(watchBalances({ now: at(43_200) })).rejects.toThrow(/deaf/);
  expect(await told(other)).toEqual([expect.stringContaining("24 hours")]);
});

test("a tenant whose charge fails is charged later, and all others of its turn now", async () => {
  const { tenantId: bad } = await aTenant({ dollars: 10, now: START });
  const { tenantId: good } = await aTenant({ dollars: 10, now: START });
  const [first, second] = [
    await aRunningTask({ tenantId: bad, pph: 100 }),
    await aRunningTask({ tenantId: good, pph: 100 }),
  ];
  await db.query(`alter table task add constraint stuck check (tenant_id <> ${bad} or charged_to is null
    or charged_to <= '${START.toISOString()}') not valid`);
  await report([first, second], 60);
  await expect(chargeRunning({ now: at(60) })).rejects.toThrow(/stuck/);
  expect((await taskOf(second.resvGuid)).charged_to).toEqual(at(60));
  await db.query(`alter table task drop constraint stuck`);
  await chargeRunning({ now: at(60) });
  expect(await accountsOf(bad)).toEqual(await accountsOf(good));
});

test("a tenant that cannot be notified of its budget delays no other notice", async () => {
  const deaf = await aDeafTenant(100);
  const { tenantId: other } = await aTenant({ dollars: 100, now: START });
  await db.query(
    `insert into spend_budget (tenant_id, cents, told_at) select id, 100, '{50}' from unnest($1::int[]) as id`,
    [[deaf, other]],
  );
  const tasks = [await aRunningTask({ tenantId: deaf, pph: 100 }), await aRunningTask({ tenantId: other, pph: 100 })];
  await report(tasks, 3600);
  await chargeRunning({ now: at(3600) });
  await expect(watchBudgets({ now: at(3600) })).rejects.toThrow(/deaf/);
  expect(await told(other)).toEqual([expect.stringContaining("budget for")]);
});

async function told(tenantId: number): Promise<string[]> {
  const rows = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1 order by id`,
    [tenantId],
  );
  return rows.map(({ text }) => text);
}
