import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { addCredit } from "~/money/add-credit.server";
import { chargeRunning, chargeUpTo } from "~/money/charge-tasks.server";
import { listBillingEvents } from "~/money/list-billing-events.server";
import { listTransactions } from "~/money/list-transactions.server";
import { readBalanceEvents } from "~/money/read-balance-events.server";
import { readEnds } from "~/money/inside/billing/read-ends.server";
import { readStats } from "~/money/read-stats.server";
import { readTenantBilling } from "~/payments/read-tenant-billing.server";
import { settleTasks } from "~/money/settle-tasks.server";
import { type Cents, centsToUnits } from "~/money/units";
import { aTenant, theCatalogue } from "../../../support/world";
import { aRunningTask, at, report, reportStopped, START } from "./running-task";

beforeAll(async () => {
  await theCatalogue();
});

test("balance movements, billing events, balance and stats show a task while it works and after", async () => {
  const person = await aTenant({ dollars: 50, now: at(-3600) });
  const { tenantId, tenantName } = person;
  const task = await aRunningTask({ tenantId, pph: 190, name: "my-run" });
  const epoch = START.getTime() / 1000;
  await report([task], 7320);
  await chargeRunning({ now: at(7321) });
  await report([task], 7380);

  const topUp = {
    time_s: 0,
    start_ts: epoch - 3600,
    task_name: "Top-up",
    nodes_working: 0,
    nodes_finished_correctly: 0,
    nodes_incident: 0,
    pph: 0,
    dollars_est: -50,
    dollars_billed: -50,
    id: expect.any(String) as string,
    kind: "topup",
    status: "",
  };
  const working = {
    time_s: 7384,
    start_ts: epoch,
    task_name: "my-run",
    nodes_working: 1,
    nodes_finished_correctly: 0,
    nodes_incident: 0,
    pph: 190,
    dollars_est: 3.8971,
    dollars_billed: 3.86,
    id: task.resvGuid,
    kind: "task",
    status: "Working",
  };
  expect(await listTransactions({ tenantId, now: at(7384) })).toEqual([working, topUp]);
  expect(await listTransactions({ tenantId, now: at(7384), limit: 1 })).toEqual([working]);
  expect(await listTransactions({ tenantId, now: at(7384), beforeTs: epoch })).toEqual([topUp]);
  const [live] = await readBalanceEvents({ tenantNames: [tenantName], now: at(7384) });
  expect(live?.balance).toEqual({
    at_ts: epoch + 7384,
    cents_before: 5000,
    charged: [{ resv_guid: task.resvGuid, pph: 190, seconds: 7384, until_ts: null }],
    dollars_est: 46.1028,
    ongoing_pph: 190,
    volume_month_cents: 0,
    seconds_left: 87352,
    ends_ts: at(7384 + 87352).getTime() / 1000,
    low_balance: "none",
    dollars_pending: 0,
  });
  expect(await readTenantBilling({ tenantId, now: at(7384) })).toMatchObject({
    tenant_name: tenantName,
    dollars_est: 46.1028,
    subscription_enabled: false,
    topup_default: 50,
  });

  await db.query(`update task set state = 'stopping', stop_target = 'killed', stop_at = $2 where resv_guid = $1`, [
    task.resvGuid,
    at(7384),
  ]);
  await reportStopped(task);
  await transaction((tx) => chargeUpTo(tx, { resvGuids: [task.resvGuid], now: at(7385) }));
  await db.query(`update task set state = 'killed', finished_at = $2, charged_to = null where resv_guid = $1`, [
    task.resvGuid,
    at(7384),
  ]);
  await transaction((tx) => settleTasks(tx, { resvGuids: [task.resvGuid], now: at(7385) }));

  const finished = {
    ...working,
    nodes_working: 0,
    nodes_finished_correctly: 1,
    dollars_est: 3.89,
    dollars_billed: 3.89,
    status: "Finished",
  };
  expect(await listTransactions({ tenantId, now: at(7400) })).toEqual([finished, topUp]);
  // The screen shows how it ended, next to the documented label.
  const endsAs = async (state: string, reason: string) => {
    await db.query(`update task set state = $2, reason = $3 where resv_guid = $1`, [...[task.resvGuid, state, reason]]);
    const ends = await readEnds({ tenantId, taskIds: [task.resvGuid, randomUUID()], userId: 0, inTeam: false });
    return ends[task.resvGuid];
  };
  expect(await endsAs("finished", "")).toBeUndefined();
  expect(await endsAs("lost", "its node came back without it")).toBe("lost");
  expect(await endsAs("killed", "no funds")).toBe("killed: no funds");
  expect(await endsAs("killed", "killed by you")).toBe("killed by you");
  expect(await listBillingEvents({ tenantId, limit: 500 })).toEqual([
    {
      bev_desc: "my-run, 7384 s",
      bev_dollars: 3.89,
      bev_location: "fra1",
      bev_pph: 190,
      bev_ts: epoch + 7384,
      bev_type: "task",
      resv_guid: task.resvGuid,
    },
    {
      bev_desc: "Top-up",
      bev_dollars: -50,
      bev_location: "card",
      bev_pph: 0,
      bev_ts: epoch - 3600,
      bev_type: "topup",
      resv_guid: null,
    },
  ]);
  expect(await readStats({ now: at(7400) })).toMatchObject({
    dollars: 3.89,
    tasks: 0,
    new_tasks: 1,
    finished_tasks: 1,
  });
});

test("a movement from neither a cluster nor a card has no location (A22)", async () => {
  const { tenantId } = await aTenant({ dollars: 0 });
  for (const [kind, from] of [
    ["coupon", "promo"],
    ["adjustment", "adjustment"],
    ["topup", "provider"],
  ] as const) {
    const given = { tenantId, units: centsToUnits(100n as Cents), from, kind, description: kind, now: START };
    await transaction((tx) => addCredit(tx, { ...given, key: `a22:${kind}` }));
  }
  const events = await listBillingEvents({ tenantId, limit: 10 });
  expect(Object.fromEntries(events.map((event) => [event.bev_type, event.bev_location]))).toEqual({
    coupon: "",
    adjustment: "",
    topup: "card",
  });
});

test("an incident of one node of a gang makes the whole row Incident, at the billed amount", async () => {
  const { tenantId } = await aTenant({ dollars: 50, now: at(-3600) });
  const gang = await aRunningTask({ tenantId, pph: 1520, nodes: 2 });
  await db.query(`update placement set state = 'interrupted', incident = true where node_id = $1`, [gang.nodeIds[0]]);
  await db.query(`update task set state = 'incident', charged_to = null where resv_guid = $1`, [gang.resvGuid]);
  const [row] = await listTransactions({ tenantId, now: at(60) });
  expect(row).toMatchObject({
    nodes_working: 1,
    nodes_incident: 1,
    status: "Incident",
    dollars_est: 0,
    time_s: 0,
  });
});
