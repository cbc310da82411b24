import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { loader } from "~/staff/screens/search/route";
import { aNode, theCatalogue } from "../../../support/world";
import { get } from "../../../accounts/database/screens/visit";
import { aTask } from "../../../compute/database/tasks/support";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const TOP_UP = "5f0b7a1c-8f0e-4f6c-bb0c-7f0e6d2a1c90";
let staff: Staff;
let task: string;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  const { tenantId, userId } = staff.tenant;
  await aNode({ nodeName: "fra1-search-07" });
  task = await aTask({ tenantId, state: "finished", taskName: "Deep_100%-run" });
  await aTask({ tenantId, state: "finished", taskName: "deepX100-run", acceptedAt: new Date("2026-02-01T00:00:00Z") });
  await db.query(
    `insert into top_up (topup_id, tenant_id, cents, way, state, number, created_at, asked_at, settled_at)
     values ($1, $2, 5000, 'saved_card', 'settled', 'MR-2026-000123', now(), now(), now())`,
    [TOP_UP, tenantId],
  );
  await db.query(
    `insert into subscription_invoice (invoice_id, tenant_id, number, status, total_cents, remaining_cents, period_start,
       period_end, created_at) values ('in_search', $1, 'MRS-000017', 'paid', 2000, 0, now(), now(), now())`,
    [tenantId],
  );
  await db.query(
    `insert into card (pm_id, tenant_id, brand, last4, exp_month, exp_year, added_at, removed_at)
     values ('pm_1', $1, 'visa', '4242', 12, 2030, now(), null), ('pm_2', $1, 'visa', '4242', 12, 2030, now(), now())`,
    [tenantId],
  );
  await db.query(`update api_key set last4 = 'x_-7' where user_id = $1`, [userId]);
});

const find = async (text: string) => {
  const { hits } = await loader(get(staff.support, `/dashboard/search?${new URLSearchParams({ q: text }).toString()}`));
  return hits.map(({ kind, title, to }) => [kind, title, to]);
};

describe("The search of staff finds", () => {
  test("users by their address and their tenant", async () => {
    const { email, tenantName, userId } = staff.tenant;
    const user = ["user", "Test Person", `/users/view/${userId}`];
    expect(await find(email.toUpperCase())).toContainEqual(user);
    expect(await find(` ${tenantName} `)).toContainEqual(user);
  });

  test("tasks by the beginning of their name, taken literally, and by resv_guid", async () => {
    const to = `/users/stats/${staff.tenant.tenantName}#reservations`;
    const wanted = ["task", "Deep_100%-run", to];
    expect(await find("deep")).toEqual([wanted, ["task", "deepX100-run", to]]);
    expect(await find("deep_100%")).toEqual([wanted]);
    expect(await find(task)).toEqual([wanted]);
  });

  test("nodes by name and address", async () => {
    const node = ["node", "fra1-search-07", "/dashboard/nodes?q=fra1-search-07"];
    expect(await find("SEARCH-07")).toEqual([node]);
    expect(await find("203.0.113.9")).toEqual([node]);
  });

  test("top-ups and invoices by number and id", async () => {
    const to = `/users/stats/${staff.tenant.tenantName}#billing`;
    expect(await find("mr-2026-000123")).toEqual([["top-up", "MR-2026-000123", to]]);
    expect(await find(TOP_UP)).toEqual([["top-up", "MR-2026-000123", to]]);
    expect(await find("mrs-000017")).toEqual([["invoice", "MRS-000017", to]]);
    expect(await find("in_search")).toEqual([["invoice", "MRS-000017", to]]);
  });

  test("cards and keys by their last four characters, those that were removed not", async () => {
    const to = `/users/stats/${staff.tenant.tenantName}`;
    expect(await find("4242")).toEqual([["card", "visa 4242", to]]);
    expect(await find("x_-7")).toEqual([["API key", "…x_-7", to]]);
  });

  test.each(["", "  ", "%", "\u0000", "\ud800", "'; drop table task; --", "\\"])(
    "nothing, without a fault, for %j",
    async (text) => {
      expect(await find(text)).toEqual([]);
    },
  );

  test("nothing, without a fault, for an overlong text", async () => {
    expect(await find("a".repeat(5000))).toEqual([]);
  });
});
