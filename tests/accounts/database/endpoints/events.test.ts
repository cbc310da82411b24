import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { EVENT_TYPES, type EventType } from "~/platform/event-types";
import { notifyDeclined } from "~/payments/inside/auto-top-up/notify-auto-top-up.server";
import { notifyFailed, notifySettled } from "~/payments/inside/notify-top-up.server";
import { asUnits, UNITS_PER_CENT, wholeCents } from "~/money/units";
import { takeMoney } from "~/money/take-money.server";
import { moveTasks } from "~/compute/inside/tasks/move-tasks.server";
import type { TaskState } from "~/compute/task-states";
import { watchBalances } from "~/compute/watch-balances.server";
import { notifyOfBudgets } from "~/usage/usage-budget.server";
import { EventSchemas } from "~/platform/http/schemas/webhook-events.server";
import { WebhookSender } from "../../../../worker/jobs/webhook-sender";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { aCustomer, aMachine, aRunningTask, at } from "../../../worker/lifecycle/stage";
import { aTask } from "../../../compute/database/tasks/support";
import { allowLoopback, anEndpoint, aReceiver, type Receiver } from "./receiver";

interface Told {
  type: EventType;
  timestamp: string;
  data: Record<string, unknown>;
}

const now = new Date("2026-03-01T12:00:00.500Z");

beforeAll(allowLoopback);
beforeAll(theCatalogue);
beforeEach(async () => {
  await db.query(`delete from webhook_message`);
});

/** Events sent to a tenant's endpoints, in the order of writing; each fits its schema. */
async function told({ tenantId }: Pick<TenantInWorld, "tenantId">): Promise<Told[]> {
  const rows = await db.query<{ payload: string }>(
    `select m.payload from webhook_delivery d join webhook_message m on m.id = d.message_id
     where m.tenant_id = $1 order by d.id`,
    [tenantId],
  );
  const all = rows.map(({ payload }) => JSON.parse(payload) as Told);
  for (const { type, data } of all) EventSchemas[type].parse(data);
  return all;
}

async function move(resvGuid: string, ...states: TaskState[]): Promise<void> {
  for (const to of states)
    await transaction((tx) => moveTasks(tx, [{ resvGuid, to, text: `now ${to}`, reason: `was ${to}` }], now));
}

describe("Events and their deliveries (15.2)", () => {
  it("of a task: started, silent, back, ended, failed, and no intermediate states", async () => {
    const tenant = await aTenant({ dollars: 0 });
    await anEndpoint(tenant, { url: "http://127.0.0.1:9/" });
    const [ends, fails] = [
      await aTask({ ...tenant, state: "queued", taskName: "ends" }),
      await aTask({ ...tenant, state: "queued" }),
    ];
    await move(ends, "placing", "starting", "running", "incident", "running", "stopping", "finished");
    await move(fails, "placing", "failed");
    const all = await told(tenant);
    expect(all.map(({ type, data }) => [type, data["resv_guid"] === ends, data["state"]])).toEqual([
      ["task.started", true, "running"],
      ["task.incident", true, "incident"],
      ["task.recovered", true, "running"],
      ["task.ended", true, "finished"],
      ["task.failed", false, "failed"],
    ]);
    expect(all[3]).toMatchObject({
      timestamp: now.toISOString(),
      data: {
        task_name: "ends",
        gpu_type: "a5000",
        gpus: 1,
        pph: 95,
        reason: "was finished",
        ts_finished: Math.floor(now.getTime() / 1000),
      },
    });
  });

  it("of money: the balance lasts less than a day, and is used up", async () => {
    const tenant = await aCustomer(2);
    const { tenantId } = tenant;
    await anEndpoint(tenant, { url: "http://127.0.0.1:9/" });
    const machine = await aMachine();
    const task = await aRunningTask(tenantId, [machine]);
    await watchBalances({ now: at(20) });
    await machine.report(at(25));
    const units = asUnits(200n * UNITS_PER_CENT);
    const taken = { units, to: "adjustment" as const, kind: "adjustment" as const, key: "taken", description: "Taken" };
    await transaction((tx) => takeMoney(tx, { ...taken, tenantId, now: at(25) }));
    await watchBalances({ now: at(26) });
    const money = (await told(tenant)).filter(({ type }) => type.startsWith("balance."));
    expect(money).toMatchObject([
      { type: "balance.low", data: { lasts_hours: 24, ongoing_pph: 95 } },
      { type: "balance.exhausted", data: { stopped_tasks: [task] } },
    ]);
  });

  it("of a budget, a top-up and a failed payment", async () => {
    const tenant = await aTenant({ dollars: 0 });
    const { tenantId } = tenant;
    await anEndpoint(tenant, { url: "http://127.0.0.1:9/" });
    await db.query(`insert into coin_budget (tenant_id, coins, hard) values ($1, 1000, false)`, [tenantId]);
    await db.query(
      `insert into coin_meter (tenant_id, unposted, month, month_coins) values ($1, 0, '2026-03-01', 810)`,
      [tenantId],
    );
    await notifyOfBudgets({ now });
    await notifyOfBudgets({ now });
    const topUp = { tenantId, topupId: "t-1", cents: wholeCents(asUnits(5000n * UNITS_PER_CENT)) };
    const standing = { message: "Declined.", tryAfter: now } as Parameters<typeof notifyDeclined>[1]["standing"];
    await transaction(async (tx) => {
      await notifySettled(tx, {
        topUp,
        number: "MR-2026-000001",
        cents: topUp.cents,
        vatCents: wholeCents(asUnits(0n)),
        now,
      });
      await notifyFailed(tx, { topUp: { ...topUp, topupId: "t-2" }, message: "Declined.", now });
      await notifyDeclined(tx, { ...topUp, topupId: "t-3", now, standing });
    });
    const all = await told(tenant);
    expect(all.map(({ type }) => type)).toEqual([
      "budget.reached",
      "topup.settled",
      "payment.failed",
      "payment.failed",
    ]);
    expect(all.map(({ data }) => data)).toMatchObject([
      { of: "coins", month: "2026-03", percent: 80, coins: 1000, dollars: 0 },
      { topup_id: "t-1", number: "MR-2026-000001", dollars: 50 },
      {
        about: "topup",
        topup_id: "t-2",
        dollars: 50,
        human_readable_message: "Your top-up of $50.00 was not paid. Declined.",
      },
      { about: "topup", topup_id: "t-3" },
    ]);
  });

  it("without endpoints nothing is stored", async () => {
    const tenant = await aTenant({ dollars: 0 });
    await anEndpoint(tenant, { url: "http://127.0.0.1:9/", eventTypes: ["balance.low"] });
    await move(await aTask({ ...tenant, state: "queued" }), "placing", "starting", "running");
    expect(await db.query(`select from webhook_message where tenant_id = $1`, [tenant.tenantId])).toEqual([]);
  });
});

describe("Whatever happens, and whatever receivers answer", () => {
  let receiver: Receiver;
  let refuse = 0;
  beforeAll(async () => {
    receiver = await aReceiver((_request, response) => void response.writeHead(refuse-- > 0 ? 500 : 200).end());
  });
  afterAll(() => receiver.end());

  it("each event reaches each subscribed endpoint at least once, and never another tenant's", async () => {
    const WAYS: TaskState[][] = [
      ["placing", "starting", "running", "incident", "running", "stopping", "killed"],
      ["placing", "starting", "running", "incident", "lost"],
      ["placing", "failed"],
      ["killed"],
    ];
    const chosen = fc.uniqueArray(fc.constantFrom(...EVENT_TYPES), { minLength: 1 });
    const world = fc.array(
      fc.record({
        endpoints: fc.array(chosen, { maxLength: 3 }),
        tasks: fc.array(fc.constantFrom(...WAYS), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(world, fc.nat(6), async (tenants, refused) => {
        await db.query(`delete from webhook_message`);
        receiver.received.length = 0;
        refuse = refused;
        const expected = new Set<string>();
        for (const { endpoints, tasks } of tenants) {
          const tenant = await aTenant({ dollars: 0 });
          const paths = await Promise.all(
            endpoints.map(async (eventTypes, index) => {
              const path = `/hooks/${tenant.tenantId}/${index}`;
              await anEndpoint(tenant, { url: `http://127.0.0.1:${receiver.port}${path}`, eventTypes, now });
              return { path, eventTypes };
            }),
          );
          for (const way of tasks) {
            const resvGuid = await aTask({ ...tenant, state: "queued" });
            await move(resvGuid, ...way);
            for (const { path, eventTypes } of paths)
              for (const type of eventsOf(way))
                if (eventTypes.includes(type)) expected.add(`${path} ${type} ${resvGuid}`);
          }
        }
        for (const seconds of [0, 5, 305, 2105, 9305, 27_305, 63_305]) {
          const sender = new WebhookSender({ clock: () => new Date(now.getTime() + seconds * 1000) });
          await Promise.all([sender.turn(), sender.turn()]);
          await sender.idle();
          await sender.turn();
          await sender.idle();
          await sender.stop();
        }
        const got = new Set(
          receiver.received.map(({ path, body }) => {
            const { type, data } = JSON.parse(body) as Told;
            return `${path} ${type} ${String(data["resv_guid"])}`;
          }),
        );
        expect([...got].sort()).toEqual([...expected].sort());
      }),
      { numRuns: 12 },
    );
  });
});

function eventsOf(way: TaskState[]): EventType[] {
  const from: (TaskState | undefined)[] = ["queued", ...way];
  return way.flatMap((to, index): EventType[] => {
    if (to === "running") return from[index] === "incident" ? ["task.recovered"] : ["task.started"];
    if (to === "incident") return ["task.incident"];
    if (to === "killed" || to === "finished") return ["task.ended"];
    return to === "failed" || to === "lost" ? ["task.failed"] : [];
  });
}
