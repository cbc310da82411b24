import type { PoolClient } from "pg";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { db, pool } from "~/db.server";
import { chargeRunning } from "~/domain/billing/charge-tasks.server";
import { scheduleAll } from "~/domain/capacity/schedule.server";
import { checkHealth } from "~/domain/nodes/check-health.server";
import { beatReceiving } from "~/domain/nodes/beat-receiving.server";
import { theCatalogue } from "../../support/world";
import { aCustomer, aMachine, aQueuedTask, aRunningTask, at, heldGpus, stop, taskRow } from "./stage";

class Died extends Error {}

/** The process dies when it is about to send its nth statement of a transaction, the commit included. */
async function dyingAt(nth: number, work: () => Promise<unknown>): Promise<"died" | "done"> {
  const original = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  let sent = 0;
  const spy = vi.spyOn(pool, "connect").mockImplementation(((...given: unknown[]) => {
    // With a callback it is the pool itself that connects, for one statement outside any transaction.
    return given.length > 0 ? original(...given) : connectDying();
  }) as typeof pool.connect);
  const connectDying = async () => {
    const client = (await original()) as PoolClient;
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    const dying = (...given: unknown[]) => {
      const isRollback = given[0] === "rollback";
      if (!isRollback) sent += 1;
      return sent === nth && !isRollback ? Promise.reject(new Died("the process died")) : query(...given);
    };
    return new Proxy(client, {
      get: (target, name) => {
        if (name === "query") return dying;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  };
  try {
    await work();
    return "done";
  } catch (error) {
    if (error instanceof Died) return "died";
    throw error;
  } finally {
    spy.mockRestore();
  }
}

/** What a death must not leave half done: tasks, placements, GPUs, money, history and what is to be told. */
async function everything(): Promise<string> {
  const tables = {
    task: "resv_guid",
    placement: "placement_id",
    held_gpu: "node_id, gpu",
    task_event: "id",
    task_charge: "resv_guid, from_ts",
    ledger_entry: "id",
    notification: "id",
    outbox: "id",
  };
  const rows = Object.entries(tables).map(
    ([table, order]) => `(select json_agg(r) from
    (select * from ${table} order by ${order}) r)`,
  );
  const [row] = await db.query<{ all: unknown }>(`select json_build_array(${rows.join(",")}) as all`);
  return JSON.stringify(row?.all);
}

/** Lets the work die at each of its statements in turn; then it is done, and a second time it changes nothing. */
async function survivesEachDeath(work: () => Promise<unknown>): Promise<number> {
  for (let nth = 1; nth < 200; nth += 1) {
    const before = await everything();
    if ((await dyingAt(nth, work)) === "done") return nth - 1;
    expect(await everything()).toBe(before);
  }
  throw new Error("the work has no end");
}

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

test("an incident and the loss of its task survive a death at each statement", async () => {
  const { tenantId } = await aCustomer();
  const machine = await aMachine();
  const resvGuid = await aRunningTask(tenantId, [machine]);
  for (const second of [30, 50, 70, 90, 100]) await machine.report(at(second));
  await beatReceiving({ worker: "test", now: at(100) });
  await db.query(`update job_tick set at = $1`, [at(125)]);
  await survivesEachDeath(() => checkHealth({ now: at(125) }));
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
