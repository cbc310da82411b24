import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { writeAudit } from "~/platform/write-audit.server";
import { factsOf } from "~/platform/http/request-facts.server";
import { action, loader } from "~/staff/screens/audit/route";
import { aTenant, theCatalogue } from "../../../support/world";
import { answerOf, get, post, thrownBy } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const DAY_MS = 86_400_000;
const NOW = new Date("2026-11-22T12:00:00.000Z");
let staff: Staff;
let anna: number;
let aboutId: number;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  aboutId = staff.tenant.userId;
  ({ userId: anna } = await aTenant({ role: "admin", email: "anna@test.example", dollars: 0 }));
  await db.query(`update user_account set name = 'Anna <b>Müller</b> 山田' where id = $1`, [anna]);
  for (let n = 0; n < 60; n += 1) {
    const now = new Date(NOW.getTime() - n * DAY_MS);
    const change = { before: { drain: 0, same: 1 }, after: { drain: n, same: 1 } };
    await writeAudit({ userId: anna, action: "node.drain", target: `node:n${n % 2}`, ...change, requestId: "r", now });
  }
  const common = { requestId: "r", now: NOW };
  const suspended = { action: "user.suspend", target: `user:${aboutId}`, tenantId: staff.tenant.tenantId };
  await writeAudit({ userId: anna, ...suspended, reason: "=1+1", after: { reason: "=1+1" }, ...common });
  await writeAudit({ userId: null, action: "user.first-admin", target: "user:999", ...common });
  await writeAudit({ userId: aboutId, action: "api-key.show", target: `user:${aboutId}`, ...common });
});

const shown = async (search = "") => await loader(get(staff.admin, `/dashboard/audit${search}`));
const actionsOf = async (search: string) => ((await shown(search)).rows ?? []).map((row) => row.action);

describe("The audit's screen", () => {
  test("is for admins only", async () => {
    for (const visit of [staff.customer, staff.support, staff.operator]) {
      expect((await thrownBy(loader(get(visit, "/dashboard/audit")))).status).toBe(403);
      expect((await thrownBy(action(post(visit, "/dashboard/audit", { intent: "check" })))).status).toBe(403);
    }
  });

  test("pages through all rows by 25, newest first, each once", async () => {
    const seen: string[] = [];
    let search = "";
    for (let pages = 1; ; pages += 1) {
      const { rows, next, newer } = await shown(search);
      expect(newer === null).toBe(pages === 1);
      seen.push(...(rows ?? []).map(({ id }) => id));
      if (!next) break;
      expect(rows).toHaveLength(25);
      search = `?after=${next}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(63);
    expect((await shown("?after=nonsense")).newer).toBe(null);
  });

  test("returns to newer rows page by page, up to the newest", async () => {
    const idsOf = (page: Awaited<ReturnType<typeof shown>>) => (page.rows ?? []).map(({ id }) => id);
    const first = await shown("");
    const second = await shown(`?after=${first.next}`);
    const third = await shown(`?after=${second.next}`);
    expect(third.next).toBe(null);
    const back = await shown(`?before=${third.newer}`);
    expect([idsOf(back), back.next]).toEqual([idsOf(second), second.next]);
    const newest = await shown(`?before=${back.newer}`);
    expect([idsOf(newest), newest.newer, newest.next]).toEqual([idsOf(first), null, first.next]);
    // A reader in the middle of a page gets the whole first page before it, and an empty page has a link back.
    const middle = third.rows?.[0] && (await shown(`?after=${first.next}&who=ANNA@test.example`));
    expect(middle?.newer).not.toBe(null);
    const empty = await shown("?after=1-1");
    expect([idsOf(empty), empty.next]).toEqual([[], null]);
    expect(idsOf(await shown(`?before=${empty.newer}`))).toEqual(idsOf(first));
    // The filters also apply on the way back.
    expect(idsOf(await shown(`?before=${empty.newer}&action=user.suspend`))).toHaveLength(1);
  });

  test("shows user and target with a link, and only the changed fields", async () => {
    const [row] = (await shown("?action=node.drain&target=node:n1")).rows ?? [];
    expect(row).toMatchObject({
      who: { userId: anna, name: "Anna <b>Müller</b> 山田", role: "admin" },
      targetPath: "/dashboard/nodes?q=n1",
      changes: [{ field: "drain", before: "0", after: "1" }],
    });
    const [suspension] = (await shown("?action=user.suspend")).rows ?? [];
    expect(suspension).toMatchObject({ reason: "=1+1", tenantName: staff.tenant.tenantName });
    expect(suspension?.targetPath).toBe(`/users/view/${aboutId}`);
  });

  test("is filtered by user, action, target and days (A21)", async () => {
    expect(await actionsOf("?who=ANNA@test.example&action=user.suspend")).toEqual(["user.suspend"]);
    expect(await actionsOf(`?who=${encodeURIComponent("müller")}&action=user.suspend`)).toEqual(["user.suspend"]);
    expect(await actionsOf("?who=nobody")).toEqual([]);
    expect(await actionsOf("?who=System")).toEqual(["user.first-admin"]);
    // A customer who never acted as staff is found by the whole email, not by a part of the name.
    expect(await actionsOf(`?who=${staff.tenant.email}`)).toEqual(["api-key.show"]);
    expect(await actionsOf("?who=Test+Person")).toEqual([]);
    expect((await actionsOf(`?target=${staff.tenant.email}`)).sort()).toEqual(["api-key.show", "user.suspend"]);
    expect(await actionsOf("?who=anna&from=2026-11-20&to=2026-11-21")).toEqual(["node.drain", "node.drain"]);
    expect(await actionsOf("?from=2026-11-23&to=2026-11-23")).toEqual([]);
    const wrong = await shown("?from=2026-11-23&to=2026-11-21");
    expect(wrong.asked.range.problem).toBeTruthy();
    expect(wrong.asked.range.typed).toEqual({ start_date: "2026-11-23", end_date: "2026-11-21" });
    expect(wrong.rows).toHaveLength(25);
    expect(wrong.actions).toEqual(["api-key.show", "node.drain", "user.first-admin", "user.suspend"]);
    expect(await actionsOf("?who=%00&target=%00&action=%00")).toHaveLength(25);
  });

  test("is available as a file of all filtered rows, with formulas defused", async () => {
    const args = get(staff.admin, "/dashboard/audit?format=csv&who=anna");
    await thrownBy(loader(args));
    const lines = (await factsOf(args).file?.text())?.trim().split("\r\n") ?? [];
    expect(lines).toHaveLength(62);
    expect(lines[0]).toBe("Link,At,Who,Role,Action,Target,Tenant,Reason,Change");
    expect(lines.find((line) => line.includes("user.suspend"))).toContain(",'=1+1,");
    expect(lines.at(-1)).toContain("drain: 0 → 59");
    const refused = get(staff.support, "/dashboard/audit?format=csv");
    expect((await thrownBy(loader(refused))).status).toBe(403);
    expect(factsOf(refused).file).toBeUndefined();
  });

  test("shows the state of the chain, and starts a check of it", async () => {
    const { chain } = await shown();
    const [newest] = await db.query<{ hash: string }>(`select hash from audit_link order by number desc limit 1`);
    expect(chain).toMatchObject({ hash: newest?.hash, checkedTs: null, fault: null });
    expect((await answerOf(await action(post(staff.admin, "/dashboard/audit", { intent: "check" })))).status).toBe(303);
    expect(await db.query(`select from outbox where key = 'check-audit'`)).toHaveLength(1);
  });
});
