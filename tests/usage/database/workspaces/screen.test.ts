import { beforeAll, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { asCoins } from "~/money/coins";
import { spendCoins } from "~/money/spend-coins.server";
import { allRows } from "~/platform/all-rows";
import { accessWords } from "~/platform/staff-access-words";
import { listStaffAccess } from "~/platform/list-staff-access.server";
import { M } from "~/messages";
import { createWorkspace } from "~/usage/create-workspace.server";
import { listWorkspaceRows } from "~/usage/inside/workspaces/list-workspace-rows.server";
import { findByAdminToken } from "~/usage/find-by-admin-token.server";
import { getOwner } from "~/usage/workspace-owner.server";
import type { WorkspaceRow } from "~/usage/inside/workspaces/workspace-row.server";
import { action, loader } from "~/usage/screens/workspaces/route";
import type { ShownTokens } from "~/usage/screens/workspaces/shown-tokens";
import { aTenant, type TenantInWorld } from "../../../support/world";
import { answerOf, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { csvFile } from "../../../platform/database/screens/csv-file";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const PATH = "/dashboard/workspaces";
let staff: Staff;
let owner: TenantInWorld;
let maker: TenantInWorld;

beforeAll(async () => {
  staff = await theStaff();
  owner = await aTenant({ dollars: 0, email: "owner@test.example" });
  maker = await aTenant({ dollars: 0, role: "admin" });
});

const shown = async (query = "", visit: Visit = staff.support) => await loader(get(visit, PATH + query));
const send = async (fields: Record<string, string>, visit: Visit = staff.admin) =>
  await answerOf(await action(post(visit, PATH, fields)));
const form = { name: "", max_users: "4", email: "owner@test.example", inference_token: "", admin_token: "" };
const tokensIn = ({ data }: Awaited<ReturnType<typeof send>>) => (data as { tokens: ShownTokens }).tokens;

interface Filled {
  lastResult: { initialValue: Record<string, string>; error?: Record<string, string[]> };
  mark?: string;
}

async function aWorkspace(name: string, given: { owner?: TenantInWorld; now?: Date } = {}) {
  const { email } = given.owner ?? owner;
  const by = { actorId: maker.userId, requestId: "test", now: given.now ?? new Date() };
  const { inferenceToken } = await getOwner({ email, ...by });
  return await createWorkspace({ name, email, maxUsers: 3, inferenceToken, adminToken: "", welcome: false, ...by });
}

describe("9: the workspaces screen", () => {
  test("is for staff, its forms for admins", async () => {
    expect((await thrownBy(loader(get(null, PATH)))).status).toBe(302);
    expect((await thrownBy(loader(get(staff.customer, PATH)))).status).toBe(403);
    for (const visit of [staff.support, staff.operator, staff.customer]) {
      const sent = action(post(visit, PATH, { intent: "show-tokens", workspace: "any" }));
      expect((await thrownBy(sent)).status).toBe(403);
    }
    expect([(await shown("", staff.support)).mayWrite, (await shown("", staff.admin)).mayWrite]).toEqual([false, true]);
  });

  test("an admin gets the token, creates, shows, replaces, deletes and undoes; each is on record", async () => {
    const got = await send({ ...form, name: "My Team", welcome: "1", intent: "owner-get" });
    const { initialValue } = (got.data as Filled).lastResult;
    expect([got.status, initialValue["name"], initialValue["max_users"], initialValue["welcome"]]).toEqual([
      ...[200, "My Team", "4", "1"],
    ]);
    const inference_token = initialValue["inference_token"] ?? "";
    expect(inference_token).toMatch(/^mr_[\w-]{43}$/);

    const created = await send({ ...form, name: "My Team", inference_token, intent: "create-workspace" });
    expect([created.status, tokensIn(created)]).toEqual([
      201,
      { name: "myteam", inferenceToken: inference_token, adminToken: expect.stringMatching(/^mrw_/), why: "created" },
    ]);
    const [row] = (await shown("", staff.admin)).workspaces.rows;
    expect(row).toMatchObject({ name: "myteam", users: 1, maxUsers: 4, coins: 0, active: null });
    expect(JSON.stringify(await shown("", staff.admin))).not.toMatch(/mrw?_[\w-]{5}/);

    const workspace = "myteam";
    expect(tokensIn(await send({ intent: "show-tokens", workspace }))).toMatchObject({
      inferenceToken: inference_token,
    });
    const rotated = tokensIn(await send({ intent: "rotate-token", workspace }));
    expect([rotated.adminToken, rotated.inferenceToken === inference_token]).toEqual([null, false]);
    const admin_last4 = (await shown("", staff.admin)).workspaces.rows[0]?.adminLast4 ?? "";
    const press = async () => await send({ intent: "new-admin-token", workspace, admin_last4 });
    // Two clicks at once: one admin sees a working token, the other is refused and ends nothing.
    const [won, lost] = (await Promise.all([press(), press()])).sort((one, other) => one.status - other.status);
    expect([won?.status, lost?.status]).toEqual([200, 422]);
    expect((lost?.data as { message: string }).message).toMatch(/^This admin token has been replaced/);
    const present = won && tokensIn(won).adminToken;
    expect(present).toMatch(/^mrw_/);
    expect(await findByAdminToken({ token: present ?? "" })).toMatchObject({ name: workspace });

    const asked = await send({ intent: "delete-workspace", workspace });
    expect([asked.status, asked.data]).toEqual([422, { askDelete: workspace }]);
    expect((await shown()).workspaces.total).toBe(1);
    expect(await send({ intent: "delete-workspace", workspace, confirm: "1" })).toMatchObject({ status: 303 });
    expect(await noticeOf(staff.admin)).toMatchObject({ message: "Workspace myteam deleted." });
    const { workspaces, deleted, teams } = await shown();
    expect([workspaces.total, deleted.rows.map(({ name }) => name), teams.total]).toEqual([0, ["myteam"], 0]);
    expect(tokensIn(await send({ intent: "undo-delete", workspace })).why).toBe("restored");
    expect((await shown()).teams.rows).toMatchObject([{ tenantName: owner.tenantName, workspace: "myteam" }]);

    const audit = await db.query<{ action: string; tenantId: number; shown: number | null }>(
      `select action, tenant_id as "tenantId", (after->>'shown')::int as shown from audit_row where target = any($1)
       order by id`,
      [["workspace:myteam", `tenant:${owner.tenantName}`]],
    );
    const { tenantId } = owner;
    expect(audit).toEqual([
      { action: "workspace.show-waiting-key", tenantId, shown: 1 },
      { action: "workspace.create", tenantId, shown: 2 },
      { action: "workspace.show-tokens", tenantId, shown: 2 },
      { action: "workspace.rotate-key", tenantId, shown: 1 },
      { action: "workspace.new-admin-token", tenantId, shown: 1 },
      { action: "workspace.delete", tenantId, shown: null },
      { action: "workspace.undo-delete", tenantId, shown: 2 },
    ]);
    const { rows } = await listStaffAccess({ tenantId, after: null });
    expect(rows.map((one) => [one.role, accessWords(one.action), one.change]).slice(3, 7)).toEqual([
      ["admin", "Made a new inference token for the workspace", ""],
      ["admin", "Looked at the tokens of the workspace", "shown: 2"],
      ["admin", "Created the workspace", ""],
      ["admin", "Looked at your inference token for a new workspace", "shown: 1"],
    ]);
  });

  test("the invited owner reads that, and that the token was viewed", async () => {
    await send({ ...form, email: "invited@test.example", intent: "owner-new" });
    const [invited] = await db.query<{ id: number }>(
      `select tenant_id as id from user_account where email = 'invited@test.example'`,
    );
    const { rows } = await listStaffAccess({ tenantId: invited?.id ?? 0, after: null });
    expect(rows.map((one) => one.action)).toEqual(["workspace.show-waiting-key", "user.invite"]);
    // The audit is never erased, so it has ids.
    expect(await db.query(`select from audit_row a where a::text like '%invited@test.example%'`)).toEqual([]);
  });

  test("52: a taken name is marked, an empty one is refused with M90, and the typed values stay", async () => {
    const check = async (name: string) => await send({ ...form, name, intent: "check-name" });
    expect(((await check("My Team")).data as Filled).mark).toBe("taken");
    expect((await check("Another")).data).toMatchObject({
      mark: "free",
      lastResult: { initialValue: { name: "another" } },
    });
    const empty = await send({ ...form, intent: "create-workspace" });
    expect([empty.status, (empty.data as Filled).lastResult]).toMatchObject([
      422,
      { error: { name: [M.workspaceNameRequired] }, initialValue: { max_users: "4", email: "owner@test.example" } },
    ]);
    const unknown = await send({ ...form, email: "nobody@test.example", intent: "owner-get" });
    expect((unknown.data as Filled).lastResult.error).toEqual({ email: [M.noUserWithEmail] });
    const users = await send({ ...form, name: "free-one", max_users: "many", intent: "create-workspace" });
    expect((users.data as Filled).lastResult.error).toEqual({ max_users: [M.userCountNotANumber] });
  });
});

describe("The table", () => {
  test("shows 25 a page, found by any part of name and owner, in the requested order", async () => {
    const other = await aTenant({ dollars: 0, email: "100%_sure@else.example" });
    for (let number = 1; number <= 27; number += 1) {
      await aWorkspace(`page-${number}`, { owner: other, now: new Date(number * 1000) });
    }
    const names = async (query: string) => (await shown(query)).workspaces.rows.map(({ name }) => name);
    expect((await shown()).workspaces).toMatchObject({ total: 28, page: 1, pages: 2 });
    expect(await names("?page=99")).toHaveLength(3);
    expect((await names("?page=x&sort=x")).slice(0, 2)).toEqual(["myteam", "page-1"]);
    expect((await names("?sort=newest"))[1]).toBe("page-27");
    expect((await names("?sort=owner"))[0]).toBe("page-1");
    await db.query(`update workspace set active_at = $1 where name = 'page-9'`, [new Date()]);
    expect((await names("?sort=activity"))[0]).toBe("page-9");
    await db.query(
      `insert into workspace_user (workspace_id, user_id, added_at)
       select w.id, u.id, now() from workspace w, user_account u where (w.name, u.email) in (('page-7', 'owner@test.example'))`,
    );
    expect((await names("?sort=users")).slice(0, 2)).toEqual(["page-7", "myteam"]);
    expect((await names("?sort=users&q=page-1"))[0]).toBe("page-1");
    await db.query(`update tenant_figures set coins = 7 where tenant_id = $1`, [other.tenantId]);
    expect((await names("?sort=coins")).slice(0, 2)).toEqual(["page-1", "myteam"]);
    expect(await names("?q=AGE-2")).toEqual(["page-2", ...Array.from({ length: 8 }, (_, at) => `page-2${at}`)]);
    expect(await names(`?q=${encodeURIComponent("100%_")}`)).toHaveLength(25);
    expect(await names(`?q=${encodeURIComponent("owner@")}`)).toEqual(["myteam"]);
    expect(await names("?q=%25nothing_")).toEqual([]);
    expect((await shown("?teams=2")).teams.rows).toHaveLength(3);
    expect((await shown("?teams=99&deleted=99")).teams).toMatchObject({ page: 2, pages: 2, total: 28 });
  });

  const removeWorkspace = async (name: string) => {
    await db.query(`delete from api_key where workspace_id in (select id from workspace where name = $1)`, [name]);
    await db.query(`delete from workspace where name = $1`, [name]);
  };

  test("counts the coins of a tenant with several workspaces once", async () => {
    const several = await aTenant({ email: "several@test.example" });
    const { tenantId } = several;
    for (const name of ["several-b", "several-a"]) await aWorkspace(name, { owner: several, now: new Date() });
    const spend = { tenantId, coins: asCoins(30n), key: "several", description: "Usage", at: new Date() };
    await transaction((tx) => spendCoins(tx, [spend]));
    const coins = async () => (await shown("?q=several-")).workspaces.rows.map((row) => [row.name, row.coins]);
    expect(await coins()).toEqual([
      ["several-a", 0],
      ["several-b", 30],
    ]);
    await removeWorkspace("several-b");
    expect(await coins()).toEqual([["several-a", 30]]);
    await removeWorkspace("several-a");
  });

  test("counts coins of 30 days, those of the owner's tenant", async () => {
    const { tenantId } = owner;
    const spend = (coins: bigint, key: string, daysAgo: number) => ({
      ...{ tenantId, coins: asCoins(coins), key, description: "Usage" },
      at: new Date(Date.now() - daysAgo * 86_400_000),
    });
    await transaction((tx) =>
      spendCoins(tx, [spend(70n, "coins-1", 1), spend(5n, "coins-2", 29), spend(1_000n, "coins-3", 31)]),
    );
    expect((await shown("?q=myteam")).workspaces.rows[0]?.coins).toBe(75);
    const many = Array.from({ length: 260 }, (_, at) => spend(2n, `many-${at}`, 2));
    await transaction((tx) => spendCoins(tx, many));
    expect((await shown("?q=myteam")).workspaces.rows[0]?.coins).toBe(75 + 520);
  });

  test("is a file of all its pages by name, with the filter and without any token; so are the deleted ones", async () => {
    const { rows } = await csvFile(loader, staff.support, `${PATH}?q=age-&sort=newest&page=2&format=csv`);
    expect(Object.keys(rows[0] ?? {})).toEqual([
      ...["Workspace", "Owner", "Tenant", "Users", "Users at most", "Coins, 30 days", "Created", "Last activity"],
    ]);
    expect(rows.map((row) => row["Workspace"]).sort()).toEqual(
      Array.from({ length: 27 }, (_, at) => `page-${at + 1}`).sort(),
    );
    expect(rows[0]).toMatchObject({
      ...{ Workspace: "page-1", Owner: "100%_sure@else.example", Users: "1", "Users at most": "3" },
      ...{ "Coins, 30 days": "0", Created: "1970-01-01T00:00:01.000Z", "Last activity": "" },
    });
    const all = await csvFile(loader, staff.admin, `${PATH}?format=csv`);
    expect(all.rows.find((row) => row["Workspace"] === "myteam")?.["Coins, 30 days"]).toBe("595");
    expect(JSON.stringify(all.rows)).not.toMatch(/mrw?_/);
    await send({ intent: "delete-workspace", workspace: "page-9", confirm: "1" });
    const deleted = await csvFile(loader, staff.support, `${PATH}?format=csv&table=deleted`);
    expect(deleted.rows.map((row) => row["Workspace"])).toEqual(["page-9"]);
  });

  test("continues after a row: each appears once, however many there are", async () => {
    const asked = { q: "age-", limit: 10, now: new Date() };
    const names: string[] = [];
    for await (const { name } of allRows<WorkspaceRow>((after) => listWorkspaceRows({ ...asked, after })))
      names.push(name);
    expect([names.length, new Set(names).size]).toEqual([26, 26]);
  });
});
