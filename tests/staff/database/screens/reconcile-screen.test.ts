import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { allRows } from "~/platform/all-rows";
import { listStaffAccess } from "~/platform/list-staff-access.server";
import { type DifferenceRow, listAllDifferences } from "~/staff/inside/reconcile/list-findings.server";
import { reconcile } from "~/staff/reconcile.server";
import { loader as dashboard } from "~/staff/screens/dashboard/route";
import { action, loader } from "~/staff/screens/money/route";
import { aTenant, theCatalogue } from "../../../support/world";
import { answerOf, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { csvFile } from "../../../platform/database/screens/csv-file";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const MONEY = "/dashboard/money";
const now = new Date();
let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});

async function screen(who: Visit, query = "") {
  return await loader(get(who, MONEY + query));
}

describe("The operators' screen of the money", () => {
  test("is for staff only; an admin may start the checks", async () => {
    expect((await thrownBy(loader(get(null, MONEY)))).status).toBe(302);
    expect((await thrownBy(loader(get(staff.customer, MONEY)))).status).toBe(403);
    for (const who of [staff.support, staff.operator]) {
      expect((await screen(who)).mayCheck).toBe(false);
      expect((await thrownBy(action(post(who, MONEY, { intent: "check" })))).status).toBe(403);
    }
    expect((await screen(staff.admin)).mayCheck).toBe(true);
  });

  test("shows that nothing was checked before the first check", async () => {
    const { verdict, checks } = await screen(staff.support);
    expect(verdict).toMatchObject({ tone: "neutral", sinceTs: null });
    expect(new Set(checks.map(({ state }) => state))).toEqual(new Set(["unchecked"]));
  });

  test("'Check now' wakes the job and is written down", async () => {
    const answer = await answerOf(await action(post(staff.admin, MONEY, { intent: "check" })));
    expect(answer).toMatchObject({ status: 303, location: MONEY });
    expect(await noticeOf(staff.admin)).toMatchObject({ retcode: "OK" });
    expect(await db.query(`select from outbox where entity = 'wake' and key = 'reconcile'`)).toHaveLength(1);
    expect(await db.query(`select from audit_row where action = 'money.check'`)).toHaveLength(1);
  });

  test("shows exact sums: the accounts add up to 0, to the last unit", async () => {
    const { accounts = [], sides = [] } = (await screen(staff.support)).books ?? {};
    const of = (name: string) => accounts.find((account) => account.name === name);
    // The test tenant's money came from the provider's account without a payment.
    expect(of("provider")?.amount).toMatchObject({ dollars: "−$100.00", rest: "", zero: false });
    expect(of("customer")?.amount).toMatchObject({ dollars: "$100.00" });
    expect(of("All accounts")?.amount).toEqual({ dollars: "$0.00", rest: "", zero: true });
    expect(sides.at(-1)).toMatchObject({
      label: "Net",
      ledger: { dollars: "$100.00" },
      // Nothing has been compared yet, and unknown is not zero.
      provider: null,
    });
  });

  test("shows differences with both sides, page by page, and resolved ones separately", async () => {
    await reconcile({ now });
    await db.query(
      `insert into reconcile_difference (check_name, kind, subject, text, ledger_units, provider_units, first_seen_at, last_seen_at)
       select 'movements', 'amount', 'pi_' || n, 'Differs', 3601, 7200, now(), now() from generate_series(1, 30) n`,
    );
    const { open, verdict } = await screen(staff.support, "?differences=2");
    expect(open).toMatchObject({ page: 2, pages: 2, total: 30 });
    expect(open.rows).toHaveLength(5);
    expect(open.rows[0]).toMatchObject({
      ledger: { dollars: "$0.01", rest: "+1 u" },
      provider: { dollars: "$0.02" },
    });
    expect(verdict).toMatchObject({ tone: "danger", text: "30 differences are open." });
    const { attention } = await dashboard(get(staff.support, "/dashboard"));
    expect(attention?.concerns.find(({ to }) => to === MONEY)?.text).toBe("Money: 30 differences");
    await db.query(`update reconcile_difference set resolved_at = now()`);
    const after = await screen(staff.support);
    expect([after.open.total, after.resolved.total]).toEqual([0, 30]);
    // This installation has no payment provider, which is not a fault of the ledger.
    expect(after.verdict).toMatchObject({
      tone: "neutral",
      text: expect.stringContaining("in order") as string,
    });
  });

  test("lists top-ups without an outcome and failed events", async () => {
    const { tenantId, tenantName } = await aTenant({ dollars: 0 });
    await db.query(
      `insert into top_up (topup_id, tenant_id, cents, way, state, created_at, asked_at)
       values (gen_random_uuid(), $1, 123456, 'auto', 'created', $2, $2)`,
      [tenantId, now],
    );
    await db.query(
      `insert into webhook_event (event_id, type, livemode, object_id, payload, error, tries, created_at, received_at, try_after)
       values ('evt_1', 'refund.created', false, 're_1', '{}', 'Error: no', 3, $1, $1, $1),
         ('evt_2', 'refund.created', false, 're_2', '{}', '', 0, $1, $1, $1)`,
      [now],
    );
    const { topUps, events } = await screen(staff.support);
    expect(topUps.rows).toMatchObject([{ tenantName, amount: "$1,234.56", state: "created", way: "auto" }]);
    expect(events.rows).toMatchObject([{ eventId: "evt_1", tries: 3, error: "Error: no" }]);
  });

  test("its lists are files of all their pages, amounts in units", async () => {
    const file = async (table: string) =>
      (await csvFile(loader, staff.support, `${MONEY}?format=csv&table=${table}`)).rows;
    const resolved = await file("resolved");
    expect(resolved).toHaveLength(30);
    expect(new Set(resolved.map((row) => row["About"])).size).toBe(30);
    expect(resolved[0]).toMatchObject({
      ...{ About: "pi_1", Check: expect.any(String) as string, What: "Differs" },
      ...{ "Ledger, units": "3601", "Provider, units": "7200", "Ledger, dollars": "0.01", "Provider, dollars": "0.02" },
      ...{ "First seen": expect.stringMatching(/Z$/) as string, Resolved: expect.stringMatching(/Z$/) as string },
    });
    expect(await file("differences")).toEqual([]);
    await db.query(`update reconcile_difference set resolved_at = null where subject = 'pi_7'`);
    expect((await file("differences")).map((row) => row["About"])).toEqual(["pi_7"]);
    expect(await file("top-ups")).toMatchObject([{ Dollars: "1234.56", State: "created", Way: "auto" }]);
    expect(await file("events")).toMatchObject([{ Event: "evt_1", Tries: "3", Error: "Error: no" }]);
    const { userId, tenantId, tenantName } = await aTenant({ dollars: 0 });
    await db.query(
      `insert into usage_report (report_id, tenant_id, idempotency_key, minutes, used_at, user_id, created_at, state, try_after, error)
       values (gen_random_uuid(), $1, 'key', 7, $2, $3, $2, 'failed', $2, 'refused')`,
      [tenantId, now, userId],
    );
    const [failed] = await file("usage");
    expect(failed).toMatchObject({ Tenant: tenantName, Minutes: "7", Error: "refused", Used: now.toISOString() });
    await action(post(staff.admin, MONEY, { intent: "settle-usage", report_id: failed?.["Report"] ?? "" }));
    const { rows } = await listStaffAccess({ tenantId, after: null });
    expect(rows).toMatchObject([{ role: "admin", action: "usage.settle", change: "" }]);
  });

  test("the file of differences continues after a row, even among equal times", async () => {
    const subjects: string[] = [];
    const read = (after: DifferenceRow | null) => listAllDifferences("resolved", { after, limit: 7 });
    for await (const { subject } of allRows(read)) subjects.push(subject);
    expect([subjects.length, new Set(subjects).size]).toEqual([29, 29]);
  });
});
