import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { nextZeroAt } from "~/money/next-zero.server";
import { takeMoney } from "~/money/take-money.server";
import { asUnits } from "~/money/units";
import { watchBalances } from "~/compute/watch-balances.server";
import { moveTasks } from "~/compute/inside/tasks/move-tasks.server";
import { Clock } from "../../../worker/clock/clock";
import { Leadership } from "../../../worker/clock/leadership";
import { OutboxReader } from "../../../worker/live/outbox";
import { aRunningTask, START, taskOf } from "../../money/database/billing/running-task";
import { until } from "../../support/until";
import { aTenant, theCatalogue, type TenantInWorld } from "../../support/world";

/** The interval is so long that only the timer of the end itself can stop a task while a test waits. */
const NEVER_MS = 3_600_000;

beforeAll(async () => {
  await theCatalogue();
});

const running: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await db.query(`update task set state = 'killed', finished_at = now(), charged_to = null where finished_at is null`);
});

/** The worker's watch of balances as it runs in the product, woken through the outbox. */
async function startWatch(): Promise<void> {
  const leadership = new Leadership();
  let looked = 0;
  const run = async () => {
    await watchBalances({ now: new Date() });
    looked += 1;
  };
  const nextAt = () => nextZeroAt({ now: new Date() });
  const clock = new Clock(leadership, [{ job: "balance", everyMs: NEVER_MS, run, nextAt }]);
  const outbox = new OutboxReader(
    async (changes) => {
      for (const { entity, key } of changes) if (entity === "wake") clock.wake(key);
    },
    () => {},
  );
  running.push(clock, outbox, leadership);
  leadership.start();
  clock.start();
  outbox.start();
  await until("the first look", () => looked > 0);
}

/** A customer whose task has been charged for a second, with money for that number of further seconds. */
async function aPayer(pph: number, lastsS: number): Promise<{ tenant: TenantInWorld; first: string }> {
  const tenant = await aTenant({ dollars: 0 });
  const from = nowSecond() - 1;
  await give(tenant.tenantId, pph * (lastsS + 1));
  const { resvGuid } = await aRunningTask({ tenantId: tenant.tenantId, pph, from });
  return { tenant, first: resvGuid };
}

describe("The worker looks at the very second at which money ends (B8)", () => {
  test("without waiting for its next beat", async () => {
    const { first } = await aPayer(95, 6);
    await startWatch();
    // The first check found money left, so another check stops the task.
    expect((await taskOf(first)).state).toBe("running");
    await until("the task to stop", async () => (await taskOf(first)).state === "stopping");
  });

  test("also when a task more brings that second nearer", async () => {
    const { tenant, first } = await aPayer(10, 3_000);
    await startWatch();
    const second = await aRunningTask({ tenantId: tenant.tenantId, pph: 20_000, state: "starting" });
    const now = new Date();
    const since = new Date(Math.floor(now.getTime() / 1000) * 1000);
    await transaction((tx) =>
      moveTasks(
        tx,
        [
          {
            resvGuid: second.resvGuid,
            to: "running",
            text: "runs",
            set: { chargedTo: since, startedAt: since },
          },
        ],
        now,
      ),
    );
    await until("both tasks to stop", async () =>
      (await Promise.all([taskOf(first), taskOf(second.resvGuid)])).every((task) => task.state === "stopping"),
    );
  });

  test("also when money is withdrawn", async () => {
    const { tenant, first } = await aPayer(100, 3_000);
    await startWatch();
    const debit = { units: asUnits(100n * 2_997n), to: "adjustment" as const, kind: "adjustment" as const };
    await transaction((tx) =>
      takeMoney(tx, {
        ...debit,
        tenantId: tenant.tenantId,
        key: `money-clock:${tenant.tenantId}`,
        description: "Adjustment",
        now: new Date(),
      }),
    );
    await until("the task to stop", async () => (await taskOf(first)).state === "stopping");
  });

  test("and lets tasks run on after an earlier top-up", async () => {
    const { tenant, first } = await aPayer(95, 8);
    const other = await aPayer(95, 10);
    await startWatch();
    await give(tenant.tenantId, 95 * 10_000);
    // The other customer's money ends later, so by then the first one's old end has passed and been checked.
    await until("the other's task to stop", async () => (await taskOf(other.first)).state === "stopping");
    expect((await taskOf(first)).state).toBe("running");
  });
});

async function give(tenantId: number, units: number): Promise<void> {
  const credit = {
    tenantId,
    units: asUnits(BigInt(units)),
    from: "provider" as const,
    kind: "topup" as const,
  };
  await transaction((tx) =>
    addCredit(tx, { ...credit, key: `give:${tenantId}:${units}`, description: "Top-up", now: new Date() }),
  );
}

/** The present second of the clock that running tasks are created with. */
function nowSecond(): number {
  return Math.floor((Date.now() - START.getTime()) / 1000);
}
