import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sampleGpuUse } from "~/compute/gpu-use.server";
import { addCredit } from "~/money/add-credit.server";
import { asUnits } from "~/money/units";
import { env } from "~/platform/env.server";
import { takeTime } from "~/platform/time.server";
import { db, transaction } from "~/platform/db.server";
import { keepCohorts } from "~/staff/keep-cohorts.server";
import { mailReports } from "~/staff/mail-reports.server";
import { action, loader } from "~/staff/screens/reports/route";
import { readCsv } from "../../../support/csv";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { answerOf, get, noticeOf, post, thrownBy } from "../../../accounts/database/screens/visit";
import { aTask } from "../../../compute/database/tasks/support";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const NOW = new Date("2026-03-20T12:00:00Z");
let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  takeTime(NOW.getTime());
  staff = await theStaff();
});
beforeEach(() => takeTime(NOW.getTime()));

const shown = async (query: string) => {
  const { report, ...screen } = await loader(get(staff.support, `/dashboard/reports?${query}`));
  if (!report) throw new Error("the report was not read");
  return { report, ...screen };
};
const csv = async (query: string) => {
  const args = get(staff.support, `/dashboard/reports?${query}&format=csv`);
  await thrownBy(loader(args));
  return readCsv((await args.context.facts?.file?.text()) ?? "");
};

let count = 0;
async function give(
  tenantId: number,
  dollars: number,
  from: "provider" | "promo" | "refund",
  at: string,
  resvGuid?: string,
) {
  const kind = from === "provider" ? "topup" : from === "promo" ? "coupon" : "refund";
  const credit = { tenantId, units: asUnits(BigInt(dollars * 360_000)), key: `given:${count++}`, description: "" };
  await transaction((tx) => addCredit(tx, { ...credit, from, kind, resvGuid, now: new Date(at) }));
}

async function charge(tenantId: number, dollars: number, at: string, resvGuid: string | null) {
  await db.query(
    `with posted as (
       insert into ledger_transaction (key, content_hash, kind, unit, tenant_id, resv_guid, description, at)
       values ($1, '', 'task', 'usd', $2, $3, '', $4) returning id)
     insert into ledger_entry (transaction_id, account_id, units)
     select posted.id, account.id, case account.kind when 'revenue' then $5::bigint else -$5::bigint end
     from posted, ledger_account account
     where (account.tenant_id = $2 and account.kind = 'customer') or (account.tenant_id is null and account.kind = 'revenue')`,
    [`charged:${count++}`, tenantId, resvGuid, new Date(at), dollars * 360_000],
  );
}

/** A customer who paid in 100 dollars in January, and a task of theirs. */
async function aCustomer() {
  const { tenantId, tenantName } = await aTenant({ dollars: 0 });
  await give(tenantId, 100, "provider", "2026-01-05T00:00:00Z");
  return { tenantId, tenantName, resvGuid: await aTask({ tenantId, state: "finished" }) };
}

describe("Reports of money", () => {
  test("show each figure under its name, compared with the same days before, and by cluster", async () => {
    const { tenantId, tenantName, resvGuid } = await aCustomer();
    await charge(tenantId, 8, "2026-02-03T10:00:00Z", resvGuid);
    // After the 20th, so not among the same days of February.
    await charge(tenantId, 1, "2026-02-25T10:00:00Z", resvGuid);
    await charge(tenantId, 10, "2026-03-03T10:00:00Z", resvGuid);
    await give(tenantId, 2, "refund", "2026-03-03T11:00:00Z", resvGuid);
    await give(tenantId, 5, "promo", "2026-03-04T10:00:00Z");
    const { report, period } = await shown("");
    if (report.name !== "money") throw new Error("not the money");
    expect(period.before).toEqual({ start: "2026-02-01", end: "2026-02-20" });
    expect(report.total).toEqual({ revenue: 8, charges: 10, refunds: 2, topUps: 0, returned: 0, credits: 5, vat: 0 });
    expect(report.before).toMatchObject({ revenue: 8, charges: 8 });
    expect(report.parts).toHaveLength(20);
    expect(report.parts[2]).toMatchObject({ key: "2026-03-03", revenue: 8, revenueBefore: 8 });
    const byCluster = await shown("split=cluster");
    expect(byCluster.report).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ key: "fra1", revenue: 8 })]),
    });
    expect((await csv("split=month")).map(({ Month, Revenue }) => [Month, Revenue])).toEqual([["2026-03-01", "8"]]);
    const customers = await shown("report=customers&order=refunds");
    if (customers.report.name !== "customers") throw new Error("not the customers");
    expect(customers.report.rows).toEqual([
      expect.objectContaining({ tenantName, revenue: 8, refunds: 2, credits: 5, before: 9 }),
    ]);
    expect(
      (await csv("report=customers&range=last-month")).find(({ Customer }) => Customer === tenantName),
    ).toMatchObject({
      Charges: "9",
      "Revenue before": "0",
    });
    await charge(tenantId, 1, "2026-03-05T10:00:00Z", null);
    const { report: byType } = await shown("split=type");
    // What belongs to no type comes last.
    expect(byType).toMatchObject({
      parts: [
        { key: "a5000", revenue: 8 },
        { key: "", revenue: 1 },
      ],
    });
  });

  test("an unknown report, split or period is the usual one, and a wrong date says so", async () => {
    const { report, period } = await shown("report=x&split=y&compare=z&range=q&order=r");
    expect([report.name, period.split, period.compare]).toEqual(["money", "day", "before"]);
    expect((await shown("start_date=2026-02-31")).period.asked.problem).not.toBeNull();
  });
});

describe("Reports of GPUs", () => {
  test("count the cost of nodes from when an admin set it, and no other role sets it", async () => {
    await db.query(`delete from node`);
    await db.query(`delete from gpu_use`);
    await aNode();
    await sampleGpuUse({ now: NOW });
    const cost = (dollars: string, visit = staff.admin) =>
      action(
        post(visit, "/dashboard/reports", {
          intent: "node-cost",
          cluster: "fra1",
          gpu_type: "a5000",
          gpus: "8",
          dollars,
        }),
      );
    expect((await thrownBy(cost("6", staff.operator))).status).toBe(403);
    expect((await answerOf(await cost("six"))).data).toMatchObject({
      lastResult: { error: { dollars: [expect.stringContaining("Type what one node costs")] } },
    });
    await cost("6");
    expect(await noticeOf(staff.admin)).toMatchObject({
      message: "The cost of a5000 nodes in fra1 counts from now on.",
    });
    for (let minute = 1; minute <= 10; minute++) await sampleGpuUse({ now: new Date(NOW.getTime() + minute * 60_000) });
    const { report } = await shown("report=gpus");
    if (report.name !== "gpus") throw new Error("not the GPUs");
    // 11 samples of 8 GPUs, 10 of them with a cost of 600 cents an hour.
    expect(report.total).toMatchObject({ busy: 0, inService: (11 * 8) / 60, costCents: 100 });
    expect(report.costs).toEqual([{ cluster: "fra1", gpuType: "a5000", gpus: 8, nodes: 1, cents: 600 }]);
    await cost("");
    expect(await db.query(`select from node_cost`)).toEqual([]);
    const rows = await db.query<{ after: unknown }>(
      `select after from audit_row where action = 'node.cost' order by id`,
    );
    expect(rows.map(({ after }) => after)).toEqual([{ cents: 600 }, null]);
  });
});

describe("Reports of coins", () => {
  test("are by model, and by workspace with the coins that are not in the ledger yet", async () => {
    const { tenantId, tenantName, userId } = await aTenant({ dollars: 0 });
    await db.query(
      `insert into workspace (name, tenant_id, owner_id, max_users, admin_hash, admin_encrypted, admin_last4, created_at)
       values ('crew', $1, $2, 5, 'crew', 'x', 'abcd', $3), ('second', $1, $2, 5, 'second', 'x', 'abcd', $3)`,
      [tenantId, userId, NOW],
    );
    await db.query(
      `insert into ledger_month (month, account, kind, tenant_id, units)
       values ('2026-03-01', 'spend', 'spend', $1, 700), ('2026-02-01', 'spend', 'spend', $1, 50)`,
      [tenantId],
    );
    await db.query(
      `insert into coin_meter (tenant_id, unposted, month, month_coins) values ($1, 30, '2026-03-01', 730)`,
      [tenantId],
    );
    const { report } = await shown("report=coins");
    expect(report).toMatchObject({ workspaces: [{ name: "crew", tenantName, coins: 730 }] });
    expect(await csv("report=coins&table=workspaces&range=last-month")).toEqual([
      { Workspace: "crew", Tenant: tenantName, Coins: "50" },
    ]);
    await db.query(`delete from ledger_month where tenant_id = $1`, [tenantId]);
  });
});

describe("Reports of sign-ups", () => {
  test("count how many of a month's sign-ups were charged how soon", async () => {
    const signedUp = async (at: string) => {
      const customer = await aCustomer();
      await db.query(`update tenant set created_at = $2 where id = $1`, [customer.tenantId, new Date(at)]);
      return customer;
    };
    const [soon, late] = [await signedUp("2025-11-30T23:00:00Z"), await signedUp("2025-11-02T00:00:00Z")];
    await signedUp("2025-11-03T00:00:00Z");
    await charge(soon.tenantId, 1, "2026-01-06T00:00:00Z", soon.resvGuid);
    await keepCohorts();
    const november = async () => {
      const { report } = await shown("report=sign-ups");
      return report.name === "sign-ups" ? report.cohorts.find(({ month }) => month === "2025-11-01") : null;
    };
    expect(await november()).toEqual({ month: "2025-11-01", signUps: 3, charged: [0, 0, 1, 1, 1, null, null] });
    await charge(late.tenantId, 1, "2026-03-06T00:00:00Z", late.resvGuid);
    await keepCohorts();
    await keepCohorts();
    expect((await november())?.charged).toEqual([0, 0, 1, 1, 2, null, null]);
  });
});

describe("The report by mail", () => {
  const mails = async () =>
    await db.query<{ to: string; subject: string; text: string }>(
      `select to_address as "to", subject, text from mail where cause like 'report:%' order by id`,
    );

  test("comes once for each month that is over, to staff who asked, are staff still, and may act as such", async () => {
    const press = async (intent: string, visit = staff.operator) =>
      action(post(visit, "/dashboard/reports", { intent }));
    await press("subscribe");
    await press("subscribe");
    await press("subscribe", staff.support);
    expect((await shown("")).byMail).toBe(true);
    await mailReports({ now: NOW });
    expect(await mails()).toEqual([]);
    const roleOfSupport = async (role: string) =>
      db.query(`update user_account set role = $1 where id = (select user_id from session where id = $2)`, [
        role,
        staff.support.sessionId,
      ]);
    await roleOfSupport("customer");
    const april = new Date("2026-04-01T06:40:00Z");
    env.STAFF_TOTP_REQUIRED = true;
    await mailReports({ now: april });
    env.STAFF_TOTP_REQUIRED = false;
    expect(await mails()).toEqual([]);
    await mailReports({ now: april });
    await mailReports({ now: april });
    await roleOfSupport("support");
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Millrace in March 2026: \$/);
    expect(mail?.text).toContain("Top-ups: $");
    await press("unsubscribe");
    await press("unsubscribe", staff.support);
    await mailReports({ now: new Date("2026-05-01T06:40:00Z") });
    expect(await mails()).toHaveLength(1);
  });
});
