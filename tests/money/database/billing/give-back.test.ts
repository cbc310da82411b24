import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction, type Tx } from "~/platform/db.server";
import type { Values } from "~/platform/named-values";
import { Refusal } from "~/platform/refusal";
import { chargeRunning, chargeUpTo } from "~/money/charge-tasks.server";
import { checkLedger } from "~/money/check-ledger.server";
import { giveBack, type GivenTask } from "~/money/give-back.server";
import { explainLine } from "~/money/inside/billing/statement/explain-line.server";
import { readRefundable, type RefundableTask, readTaskRefunds } from "~/money/read-refundable.server";
import { refundIncident } from "~/money/refund-incident.server";
import { refundTime } from "~/money/refund-time.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { asUnits } from "~/money/units";
import { IN_BALANCE } from "../../../support/in-balance";
import { aTenant, type TenantInWorld, theCatalogue } from "../../../support/world";
import { accountsOf, aRunningTask, at, report, type RunningTask } from "./running-task";

let admin: TenantInWorld;
let customer: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  admin = await aTenant({ role: "admin", dollars: 0 });
});
beforeEach(async () => void (customer = await aTenant({ dollars: 50, now: at(0) })));

const REASON = "Its machine had a bad disk.";

async function seen({ resvGuid }: RunningTask): Promise<RefundableTask> {
  const [task] = await readRefundable([resvGuid]);
  if (!task) throw new Error("no such task");
  return task;
}

async function give(tx: Tx, tasks: readonly GivenTask[], formKey: string, now: Date): Promise<boolean> {
  const act = { reason: REASON, note: "", actorId: admin.userId };
  return await giveBack(tx, { tenantId: customer.tenantId, tasks, formKey, now, ...act });
}

/** Gives, from what is seen now, all that is left or these cents of it. */
async function giveNow(task: RunningTask, now: Date, units?: bigint): Promise<boolean> {
  const { resvGuid, givenBack, left } = await seen(task);
  const part = { resvGuid, before: givenBack, units: asUnits(units ?? left) };
  return await transaction((tx) => give(tx, [part], randomUUID(), now));
}

async function ended(tx: Tx, { resvGuid }: RunningTask, to: "killed" | "lost", now: Date): Promise<void> {
  await chargeUpTo(tx, { resvGuids: [resvGuid], now });
  const rows = await tx.query(
    `update task set state = $2, finished_at = $3, charged_to = null, incidents = 1
     where resv_guid = $1 and state in ('running', 'stopping') returning 1`,
    [resvGuid, to, now],
  );
  if (rows.length === 0) return;
  await settleTasks(tx, { resvGuids: [resvGuid], now });
  if (to === "lost") await refundIncident(tx, { resvGuid, now });
}

const end = async (task: RunningTask, to: "killed" | "lost", seconds: number) => {
  await report([task], seconds);
  await transaction((tx) => ended(tx, task, to, at(seconds)));
};

describe("What staff give back (B19)", () => {
  test("of an ended task: all of it, with a line of the statement, a notice and a mail", async () => {
    const task = await aRunningTask({ tenantId: customer.tenantId, pph: 190, name: "my-run" });
    await end(task, "killed", 7384);
    expect(await seen(task)).toMatchObject({ charged: 1_400_400n, givenBack: 0n, left: 1_400_400n });
    expect(await giveNow(task, at(8000))).toBe(true);
    expect(await seen(task)).toMatchObject({ givenBack: 1_400_400n, left: 0n });
    expect((await accountsOf(customer.tenantId)).customer).toBe(18_000_000n);
    const [given] = await readTaskRefunds(task.resvGuid);
    expect(given).toMatchObject({ units: 1_400_400n, by: "Test Person", reason: REASON, note: "" });
    const [notice] = await db.query<{ message: string; url: string }>(
      `select human_readable_message as message, url from notification where tenant_id = $1`,
      [customer.tenantId],
    );
    expect(notice).toEqual({
      message: `$3.89 was given back for your task my-run: ${REASON}`,
      url: `/billing/statements/2026-03/lines/${given?.id}`,
    });
    const mails = await db.query(`select subject from mail where to_address = $1`, [customer.email]);
    expect(mails).toEqual([{ subject: "$3.89 was given back to you" }]);
    const line = { tenantId: customer.tenantId, month: "2026-03", id: given?.id ?? "" };
    expect(await explainLine(line)).toMatchObject({
      text: `Refund for my-run: ${REASON}`,
      units: 1_400_400n,
      giveBack: { resvGuid: task.resvGuid, taskName: "my-run", charged: 1_400_400n, before: 0n, holds: true },
    });
  });

  test("a lost task of which all was given back before is not refunded again", async () => {
    const task = await aRunningTask({ tenantId: customer.tenantId, pph: 360 });
    await report([task], 600);
    await chargeRunning({ now: at(600) });
    await giveNow(task, at(600));
    await end(task, "lost", 600);
    expect(await seen(task)).toMatchObject({ charged: 216_000n, givenBack: 216_000n });
    expect((await accountsOf(customer.tenantId)).customer).toBe(18_000_000n);
  });

  test("a lost task is refunded the rest of its bill, and the statement proves that amount", async () => {
    const task = await aRunningTask({ tenantId: customer.tenantId, pph: 360 });
    await report([task], 600);
    await chargeRunning({ now: at(600) });
    await giveNow(task, at(600), 36_000n);
    await end(task, "lost", 700);
    const [refund] = await readTaskRefunds(task.resvGuid);
    expect(refund).toMatchObject({ units: 252_000n - 36_000n, by: null });
    const line = { tenantId: customer.tenantId, month: "2026-03", id: refund?.id ?? "" };
    expect(await explainLine(line)).toMatchObject({ incident: { holds: true, units: 216_000n } });
  });

  test("is refused beyond the charge, from another state than was seen, and for a stranger's task", async () => {
    const task = await aRunningTask({ tenantId: customer.tenantId, pph: 360, name: "mine" });
    await end(task, "killed", 600);
    const { resvGuid, left } = await seen(task);
    const part = (before: bigint, units: bigint) => [{ resvGuid, before: asUnits(before), units: asUnits(units) }];
    const of = async (tasks: GivenTask[]) => await transaction((tx) => give(tx, tasks, randomUUID(), at(700)));
    await expect(of(part(0n, left + 1n))).rejects.toThrow("At most $0.60 is left to give back for mine.");
    await of(part(0n, 36_000n));
    await expect(of(part(0n, 36_000n))).rejects.toThrow(
      "mine has changed since this page was opened: $0.10 of it has already been given back",
    );
    const other = await aTenant({ dollars: 5 });
    const foreign = await aRunningTask({ tenantId: other.tenantId, pph: 360 });
    await expect(of([{ resvGuid: foreign.resvGuid, before: asUnits(0n), units: asUnits(1n) }])).rejects.toThrow(
      Refusal,
    );
  });

  test("the database itself refuses more than was charged, and the same state twice", async () => {
    const task = await aRunningTask({ tenantId: customer.tenantId, pph: 360 });
    const insert = (before: number, units: number) =>
      db.query(
        `insert into give_back (resv_guid, before_units, units, charged_units, form_key, reason, given_by_id, at)
         values ($1, $2, $3, 7200, $4, 'x', $5, now())`,
        [task.resvGuid, before, units, randomUUID(), admin.userId],
      );
    await expect(insert(3600, 3601)).rejects.toThrow(/give_back_within_charge/);
    await insert(0, 3600);
    await expect(insert(0, 1)).rejects.toThrow(/give_back_pkey/);
    await db.query(`delete from give_back`);
  });
});

class Crash extends Error {}

interface Happening {
  what: "tick" | "end" | "lose" | "accounting" | "whole" | "part" | "again" | "two at once";
  wait: number;
  task: number;
  cents: number;
  crashAt: number | null;
}

const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.constantFrom("tick", "tick", "end", "lose", "accounting", "whole", "part", "part", "again", "two at once"),
  wait: fc.integer({ min: 0, max: 400 }),
  task: fc.nat({ max: 1 }),
  cents: fc.integer({ min: 1, max: 40 }),
  crashAt: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
});

test("after any history a task is given back at most what it was charged, and no form gives twice (B19)", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 2 }),
      fc.array(happening, { minLength: 5, maxLength: 25 }),
      async (prices, history) => {
        customer = await aTenant({ dollars: 50, now: at(0) });
        const tasks: RunningTask[] = [];
        for (const pph of prices) tasks.push(await aRunningTask({ tenantId: customer.tenantId, pph }));
        const world: World = { second: 0, last: null };
        for (const one of history) {
          world.second += one.wait;
          await report(tasks, world.second);
          const task = tasks[one.task % tasks.length];
          if (task) await live(one, task, world);
          await expectWithin(tasks);
        }
        expect(await checkLedger()).toEqual(IN_BALANCE);
      },
    ),
    { numRuns: 25 },
  );
});

interface World {
  second: number;
  /** The last form that gave. */
  last: { tasks: GivenTask[]; formKey: string } | null;
}

async function live(one: Happening, task: RunningTask, world: World): Promise<void> {
  const now = at(world.second);
  const { resvGuid } = task;
  const { givenBack, left } = await seen(task);
  const cents = asUnits(BigInt(one.cents) * 3600n);
  const send = async (units: bigint) => {
    const form = { tasks: [{ resvGuid, before: givenBack, units: asUnits(units) }], formKey: randomUUID() };
    await crashing(one, async (tx) => void (await give(tx, form.tasks, form.formKey, now)));
    world.last = form;
  };
  const work: Record<Happening["what"], () => Promise<unknown>> = {
    tick: () => chargeRunning({ now }),
    end: () => crashing(one, (tx) => ended(tx, task, "killed", now)),
    lose: () => crashing(one, (tx) => ended(tx, task, "lost", now)),
    accounting: () =>
      crashing(one, async (tx) => {
        const done = await tx.query(`select from task where resv_guid = $1 and settled_at is not null`, [resvGuid]);
        const key = `engine-refund:${resvGuid}`;
        const before = await tx.query(`select from ledger_transaction where key = $1`, [key]);
        if (done.length > 0 && before.length === 0) await refundTime(tx, { resvGuid, seconds: one.wait, key, now });
      }),
    whole: () => (left > 0n ? send(left) : Promise.resolve()),
    part: () => (cents <= left ? send(cents) : expect(send(cents)).rejects.toThrow(Refusal)),
    again: async () => {
      const { last } = world;
      if (last) expect(await transaction((tx) => give(tx, last.tasks, last.formKey, now))).toBe(false);
    },
    "two at once": async () => {
      if (left === 0n) return;
      const tasks = [{ resvGuid, before: givenBack, units: left }];
      const both = [0, 1].map(() => transaction((tx) => give(tx, tasks, randomUUID(), now)));
      const results = await Promise.allSettled(both);
      expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    },
  };
  await work[one.what]();
}

/** Runs it in a transaction that dies at the given statement, if it gets that far; then completely, as after a restart. */
async function crashing(one: Happening, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  if (one.crashAt !== null) {
    let statements = 0;
    const crash = transaction(async (tx) => {
      const query = async <Row extends object>(text: string, values?: Values) => {
        statements += 1;
        if (statements === one.crashAt) throw new Crash();
        return await tx.query<Row>(text, values);
      };
      await work({ ...tx, query, prepared: { query } });
      throw new Crash();
    });
    await expect(crash).rejects.toThrow();
  }
  await transaction(work);
}

/** Compares the ledger itself, not the sums that the use-cases read. */
async function expectWithin(tasks: readonly RunningTask[]): Promise<void> {
  const rows = await db.query<{ refunded: bigint; billed: bigint; given: bigint; posted: bigint }>(
    `select floor(pph::bigint * charged_seconds / 3600) * 3600 as billed,
       (select coalesce(sum(units), 0) from give_back where give_back.resv_guid = task.resv_guid)::bigint as given,
       (select coalesce(-sum(entry.units) filter (where key like 'give-back:%'), 0) from ledger_transaction posted
        join ledger_entry entry on entry.transaction_id = posted.id
        join ledger_account account on account.id = entry.account_id and account.kind = 'refund'
        where posted.resv_guid = task.resv_guid)::bigint as posted,
       (select coalesce(-sum(entry.units), 0) from ledger_transaction posted
        join ledger_entry entry on entry.transaction_id = posted.id
        join ledger_account account on account.id = entry.account_id and account.kind = 'refund'
        where posted.resv_guid = task.resv_guid)::bigint as refunded
     from task where resv_guid = any($1::uuid[])`,
    [tasks.map((task) => task.resvGuid)],
  );
  for (const { refunded, billed, given, posted } of rows) {
    expect(refunded).toBeLessThanOrEqual(BigInt(billed));
    expect(posted).toBe(given);
  }
}
