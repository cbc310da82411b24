import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { readChecks } from "~/staff/inside/reconcile/read-checks.server";
import { reconcile } from "~/staff/reconcile.server";
import { writeNoted } from "~/platform/http/note-active.server";
import { recordActive } from "~/staff/record-active.server";
import { checkCounts } from "../../../../worker/jobs/proofs";
import { loader as dashboard } from "~/staff/screens/dashboard/route";
import { loader as money } from "~/staff/screens/money/route";
import { aCode } from "../../../payments/database/marketing/codes";
import { get } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aUser } from "./many";

let staff: Staff;

beforeAll(async () => {
  staff = await theStaff();
  const one = await aUser({ status: "trial" });
  const two = await aUser();
  const gone = await aUser({ state: "unverified" });
  await recordActive([
    { userId: one.userId, day: "2024-01-02" },
    { userId: one.userId, day: "2024-01-09" },
    { userId: two.userId, day: "2024-01-02" },
    { userId: gone.userId, day: "2024-01-02" },
  ]);
  await db.query(`update user_account set state = 'suspended' where id = $1`, [two.userId]);
  await db.query(`delete from user_account where id = $1`, [gone.userId]);
  await aCode({ code: "COUNTED" });
  await db.query(
    `insert into promo_redemption (code, tenant_id, user_id, at) values ('COUNTED', $1, $2, '2024-01-03T10:00:00Z')`,
    [one.tenantId, one.userId],
  );
  // The visitor below is active today, which counts unless something is broken.
  await concerns();
  await writeNoted();
});

async function found() {
  await checkCounts({ now: new Date() });
  return await db.query<{ kind: string; subject: string; text: string }>(
    `select kind, subject, text from reconcile_difference where check_name = 'counts' and resolved_at is null order by id`,
  );
}

async function concerns() {
  const { attention } = await dashboard(get(staff.support, "/dashboard"));
  return attention?.concerns.map(({ text, to }) => ({ text, to })) ?? [];
}

test("counts kept by triggers and transactions equal their rows, even after users changed and were deleted", async () => {
  expect(await found()).toEqual([]);
  const counts = (await readChecks()).find(({ name }) => name === "counts");
  expect(counts).toMatchObject({ state: "well", open: 0 });
  expect(counts?.figures.map(({ label }) => label)).toEqual([
    "Wrong user_count",
    "Wrong active_count",
    "Wrong sign_up_day",
    "Wrong promo_day",
  ]);
});

test.each([
  {
    name: "a count of users",
    break: `update user_count set users = users + 3 where (role, state, status) = ('customer', 'active', 'trial')`,
    difference: {
      kind: "user_count",
      subject: "customer, active, trial",
      text: "user_count of customer, active, trial: users is 4, of the rows 1.",
    },
  },
  {
    name: "a count of a kind that nobody is of",
    break: `insert into user_count values ('admin', 'closed', 'none', 3, 1)`,
    difference: {
      kind: "user_count",
      subject: "admin, closed, none",
      text: "user_count of admin, closed, none: users is 1, of the rows 0.",
    },
  },
  {
    name: "who was there on a day",
    break: `insert into active_count values ('2024-01-02', 15, -1, 0)`,
    difference: {
      kind: "active_count",
      subject: "2024-01-02",
      text: "active_count of 2024-01-02: active is 2, of the rows 3.",
    },
  },
  {
    name: "who was there then and not since",
    break: `insert into active_count values ('2024-01-09', 15, 0, 6)`,
    difference: {
      kind: "active_count",
      subject: "2024-01-09",
      text: "active_count of 2024-01-09: last_seen is 7, of the rows 1.",
    },
  },
  {
    name: "registrations of a day",
    break: `update sign_up_day set users = users + 1, with_key = with_key + 2 where day = '2024-01-01' and pro`,
    difference: {
      kind: "sign_up_day",
      subject: "2024-01-01, unknown, PRO",
      text: "sign_up_day of 2024-01-01, unknown, PRO: users is 2, of the rows 1; with_key is 2, of the rows 0.",
    },
  },
  {
    name: "redemptions of a day",
    break: `delete from promo_day where code = 'COUNTED'`,
    difference: {
      kind: "promo_day",
      subject: "2024-01-03, COUNTED",
      text: "promo_day of 2024-01-03, COUNTED: redeemed is 0, of the rows 1.",
    },
  },
])("the check names $name that was changed by hand, and notifies staff", async ({ break: statement, difference }) => {
  const tables = ["user_count", "active_count", "sign_up_day", "promo_day"];
  for (const table of tables) await db.query(`create table ${table}_before as select * from ${table}`);
  await db.query(statement);
  expect(await found()).toEqual([difference]);
  expect(await concerns()).toContainEqual({
    text: "Counts: 1 sum does not match its rows",
    to: "/dashboard/money",
  });
  const { open } = await money(get(staff.support, "/dashboard/money"));
  expect(open.rows).toMatchObject([{ check: "counts", text: difference.text }]);
  for (const table of tables) {
    await db.query(`delete from ${table}`);
    await db.query(`insert into ${table} select * from ${table}_before`);
    await db.query(`drop table ${table}_before`);
  }
  expect(await found()).toEqual([]);
  expect((await concerns()).filter(({ text }) => text.startsWith("Counts"))).toEqual([]);
});

test("of many wrong counts it names the first, and their number", async () => {
  await db.query(
    `insert into user_count select 'customer', 'active', 'made ' || n, 0, 1 from generate_series(10, 99) n`,
  );
  const rows = await found();
  expect(rows).toHaveLength(20);
  const counts = (await readChecks()).find(({ name }) => name === "counts");
  expect(counts?.figures[0]).toEqual({ label: "Wrong user_count", text: "90" });
  await db.query(`delete from user_count where status like 'made %'`);
  expect(await found()).toEqual([]);
});

test("the hourly checks of money leave it to the night", async () => {
  const { states } = await reconcile({ now: new Date() });
  expect(states).not.toHaveProperty("counts");
});
