import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { action, loader } from "~/payments/screens/marketing/route";
import { call, read } from "../../../contract/support/call";
import { aPerson } from "../../../contract/support/people";
import { aTenant, theCatalogue } from "../../../support/world";
import { answerOf, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aCode, outcome, statusOf } from "./codes";

const PATH = "/dashboard/marketing";
let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});

const shown = async (query = "", visit: Visit = staff.support) => await loader(get(visit, PATH + query));
const send = async (fields: Record<string, string>, visit: Visit = staff.admin) =>
  await answerOf(await action(post(visit, PATH, fields)));
const errorsOf = ({ status, data }: Awaited<ReturnType<typeof send>>) => {
  expect(status).toBe(422);
  return (data as { lastResult: { error: object } }).lastResult.error;
};

const promo = {
  intent: "create-promo",
  name: "Spring",
  code: "spring-25",
  kind: "percent_off",
  value: "25",
  duration: "3 months",
  max_redemptions: "10",
  expires_at: "2999-12-31T23:59",
};

describe("9: the marketing screen", () => {
  test("is for staff, its forms for admins", async () => {
    expect((await thrownBy(loader(get(null, PATH)))).status).toBe(302);
    expect((await thrownBy(loader(get(staff.customer, PATH)))).status).toBe(403);
    expect(await shown("", staff.support)).toMatchObject({ mayWrite: false });
    expect(await shown("", staff.admin)).toMatchObject({ mayWrite: true });
    for (const visit of [staff.support, staff.operator, staff.customer]) {
      expect((await thrownBy(action(post(visit, PATH, promo)))).status).toBe(403);
    }
    expect((await shown()).promos.total).toBe(0);
  });

  test("shows 25 of each, newest first, and the last page for one beyond", async () => {
    for (let number = 1; number <= 30; number += 1) {
      await aCode({ code: `PAGE-${String(number).padStart(2, "0")}`, createdAt: new Date(number * 1000) });
    }
    const first = await shown();
    expect(first.promos).toMatchObject({ page: 1, pages: 2, total: 30 });
    expect(first.promos.rows.map(({ code }) => code).slice(0, 2)).toEqual(["PAGE-30", "PAGE-29"]);
    expect((await shown("?promos=2")).promos.rows).toHaveLength(5);
    expect((await shown("?promos=99")).promos.page).toBe(2);
    expect((await shown("?promos=x&trials=-1")).promos.page).toBe(1);
    await db.query(`delete from promo_code`);
  });
});

describe("An admin", () => {
  test("creates a code, which works, and disables it, which ends it; both are audited", async () => {
    expect(await send(promo)).toMatchObject({ status: 303, location: PATH });
    expect(await noticeOf(staff.admin)).toMatchObject({ message: "Code SPRING-25 can be used now." });
    const [row] = (await shown()).promos.rows;
    expect(row).toMatchObject({
      code: "SPRING-25",
      name: "Spring",
      benefit: "25% off the subscription",
      duration: "3 months",
      state: "active",
      used: "0 of 10",
    });
    expect(await outcome(await aTenant({ dollars: 0 }), "Spring-25")).toBe("OK");
    expect((await shown()).promos.rows[0]?.used).toBe("1 of 10");
    for (let time = 0; time < 2; time += 1) {
      expect(await send({ intent: "disable-promo", code: "SPRING-25" })).toMatchObject({ status: 303 });
    }
    expect((await shown()).promos.rows[0]?.state).toBe("disabled");
    expect(await outcome(await aTenant({ dollars: 0 }), "SPRING-25")).toBe(M.codeExpired);
    const audit = await db.query<{ action: string }>(`select action from audit_row where target = $1 order by id`, [
      "promo:SPRING-25",
    ]);
    expect(audit.map((one) => one.action)).toEqual(["promo.create", "promo.disable"]);
    expect(errorsOf(await send({ ...promo, code: "SPRING-25" }))).toEqual({
      code: ["Code SPRING-25 already exists."],
    });
  });

  test.each([
    [{ name: "" }, { name: ["A name has 1 to 80 characters."] }],
    [{ name: "x".repeat(81) }, { name: ["A name has 1 to 80 characters."] }],
    [{ code: "a b" }, { code: ["A code has 3 to 32 letters A to Z, digits or hyphens."] }],
    [{ value: "0" }, { value: ["A whole number."] }],
    [{ value: "ten" }, { value: ["A whole number."] }],
    [{ value: "101" }, { value: ["A whole number of percent from 1 to 100."] }],
    [{ kind: "trial_days", value: "91" }, { value: ["A whole number of days from 1 to 90."] }],
    [{ kind: "balance_credit", value: "100001" }, { value: ["A whole number of cents from 1 to 100000."] }],
    [{ duration: "37 months" }, { duration: [M.unreadable] }],
    [{ kind: "free_gpus" }, { kind: [M.unreadable] }],
    [
      { max_redemptions: "1000001" },
      { max_redemptions: ["A whole number from 1 to 1000000, or nothing for no limit."] },
    ],
    [{ expires_at: "2026-02-30T10:00" }, { expires_at: ["A time like 2026-12-31 23:59, or nothing."] }],
    [{ expires_at: "2020-01-01T00:00" }, { expires_at: ["Choose a time in the future, or none."] }],
  ])("sees the fault of %o at the field", async (given, errors) => {
    const { total } = (await shown()).promos;
    expect(errorsOf(await send({ ...promo, code: "WRONG-1", ...given }))).toEqual(errors);
    expect((await shown()).promos.total).toBe(total);
  });

  test.each([
    [{ kind: "balance_credit", value: "100000", duration: "forever" }, "once"],
    [{ kind: "trial_days", value: "90", duration: "forever" }, "90 days"],
    [{ kind: "percent_off", value: "100", duration: "36 months" }, "36 months"],
  ])("makes codes at the limits: %o", async (given, duration) => {
    const code = `LIMIT-${given.value}-${given.kind.length}`;
    await send({ ...promo, code, max_redemptions: "", expires_at: "", ...given });
    const { data } = await read<{ data: { code: string; duration: string }[] }>(
      await call("/dashboard/marketing-get-promos", { cookie: (await aPerson({ role: "support" })).cookie }),
    );
    expect(data.find((one) => one.code === code)).toMatchObject({
      duration,
      times_redeemed: 0,
      name: "Spring",
    });
  });

  test("grants a trial, once, to an active user who is not PRO", async () => {
    const { email, userId, tenantId } = await aTenant({ dollars: 0 });
    const grant = { intent: "grant-trial", email: email.toUpperCase(), days: "30" };
    expect(await send(grant)).toMatchObject({ status: 303 });
    expect(await statusOf(userId)).toBe("trial");
    const [row] = (await shown()).trials.rows;
    expect(row).toMatchObject({ userId, email, name: "Test Person" });
    expect((row?.trial_end ?? 0) - (row?.trial_start ?? 0)).toBe(30 * 86_400);
    const told = await db.query(`select url from notification where tenant_id = $1`, [tenantId]);
    expect(told).toHaveLength(1);
    const support = await aPerson({ role: "support" });
    const { data } = await read<{ data: object[] }>(
      await call("/dashboard/marketing-get-trial", { cookie: support.cookie }),
    );
    expect(data[0]).toEqual({
      name: "Test Person",
      email,
      trial_start: row?.trial_start,
      trial_end: row?.trial_end,
    });

    expect(errorsOf(await send(grant))).toEqual({
      email: ["This user has had a trial already; each user gets one."],
    });
    const pro = await aTenant({ dollars: 0 });
    await db.query(`update user_account set codify_subscription_status = 'past_due' where id = $1`, [pro.userId]);
    expect(errorsOf(await send({ ...grant, email: pro.email }))).toEqual({
      email: ["This user is PRO already."],
    });
    const unverified = await aTenant({ dollars: 0 });
    await db.query(`update user_account set state = 'unverified' where id = $1`, [unverified.userId]);
    expect(errorsOf(await send({ ...grant, email: unverified.email }))).toEqual({
      email: ["Only an active user gets a trial; this one is unverified."],
    });
    expect(errorsOf(await send({ ...grant, email: "nobody@test.example" }))).toEqual({
      email: [M.noUserWithEmail],
    });
    expect(errorsOf(await send({ ...grant, days: "91" }))).toEqual({
      days: ["A whole number of days from 1 to 90."],
    });
  });
});
