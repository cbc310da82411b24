import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { checkLedger } from "~/money/check-ledger.server";
import { M } from "~/messages";
import { action, loader } from "~/staff/screens/user-by-id/route";
import { aTenant, credit, type TenantInWorld, theCatalogue } from "../../../support/world";
import { answerOf, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { moneyOf } from "./codes";

let staff: Staff;
let customer: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});
beforeEach(async () => void (customer = await aTenant({ dollars: 20 })));

const path = () => `/users/view/${customer.userId}`;
const params = () => ({ id: String(customer.userId) });
const shown = async (visit: Visit = staff.support) => await loader(get(visit, path(), params()));
const key = async () => (await shown(staff.admin)).adjustKey;

async function send(fields: Record<string, string>, visit: Visit = staff.admin) {
  const all = { intent: "adjust-balance", reason: "Goodwill", form_key: await key(), ...fields };
  return await answerOf(await action(post(visit, path(), all, params())));
}

describe("An admin adjusts a balance", () => {
  test("upwards at once, with notice and audit, listed among the movements", async () => {
    expect(await send({ dollars: "12.34" })).toMatchObject({ status: 303, location: path() });
    expect(await noticeOf(staff.admin)).toMatchObject({
      retcode: "OK",
      message: "Balance adjusted by $12.34. It is now $32.34.",
    });
    expect(await moneyOf(customer.tenantId)).toEqual({ balance: 3234n, owed: 0n });
    const screen = await shown();
    expect(screen.billing_events?.[0]).toMatchObject({
      bev_desc: "Adjustment: Goodwill",
      bev_dollars: -12.34,
      bev_type: "adjustment",
    });
    const audit = await db.query(`select action, after from audit_row where target = $1 and action <> 'user.view'`, [
      `user:${customer.userId}`,
    ]);
    expect(audit).toEqual([{ action: "balance.adjust", after: { cents: 1234, reason: "Goodwill" } }]);
  });

  test("downwards only after a question that shows the result", async () => {
    const asked = await send({ dollars: "-5", reason: "Charged back" });
    expect(asked).toMatchObject({ status: 422 });
    const { askAdjustment } = asked.data as { askAdjustment: Record<string, string> };
    expect(askAdjustment).toMatchObject({ dollars: "-5.00", takes: "$5.00", now: "$20.00", after: "$15.00" });
    expect((await moneyOf(customer.tenantId)).balance).toBe(2000n);
    const { dollars = "", reason = "", form_key = "" } = askAdjustment;
    expect(await send({ dollars, reason, form_key, confirm: "1" })).toMatchObject({ status: 303 });
    expect(await noticeOf(staff.admin)).toMatchObject({
      message: "Balance adjusted by −$5.00. It is now $15.00.",
    });
    expect((await moneyOf(customer.tenantId)).balance).toBe(1500n);
  });

  test("below zero: the missing part is owed, shown, and paid by the next credit", async () => {
    const asked = await send({ dollars: "-24.85" });
    expect((asked.data as { askAdjustment: object }).askAdjustment).toMatchObject({
      after: "−$4.85 (owes $4.85)",
    });
    await send({ dollars: "-24.85", confirm: "1" });
    expect(await noticeOf(staff.admin)).toMatchObject({
      message: "Balance adjusted by −$24.85. It is now −$4.85 (owes $4.85).",
    });
    expect(await moneyOf(customer.tenantId)).toEqual({ balance: 0n, owed: 485n });
    expect(await shown()).toMatchObject({ owes: "$4.85", balance: { dollars_est: -4.85 } });
    await credit({ tenantId: customer.tenantId, dollars: 5 });
    expect(await moneyOf(customer.tenantId)).toEqual({ balance: 15n, owed: 0n });
    expect(await shown()).toMatchObject({ owes: null });
    expect(await checkLedger()).toMatchObject({ imbalanceUnits: 0n, wrongBalances: 0 });
  });

  test("once, although the form is sent twice, even at once and with another amount", async () => {
    const form_key = await key();
    await Promise.all(Array.from({ length: 5 }, () => send({ dollars: "1", form_key })));
    expect((await moneyOf(customer.tenantId)).balance).toBe(2100n);
    expect(await send({ dollars: "2", form_key })).toMatchObject({ status: 303 });
    expect(await noticeOf(staff.admin)).toMatchObject({
      message: "This adjustment was already made and is not repeated. The balance is $21.00.",
    });
    expect((await moneyOf(customer.tenantId)).balance).toBe(2100n);
  });

  test.each([
    ["dollars", "0", "Dollars from -1000.00 to 1000.00, not 0."],
    ["dollars", "1000.01", "Dollars from -1000.00 to 1000.00, not 0."],
    ["dollars", "1.005", "Dollars from -1000.00 to 1000.00, not 0."],
    ["reason", "", "A reason has 1 to 200 characters."],
    ["reason", "x".repeat(201), "A reason has 1 to 200 characters."],
    ["reason", "a\u202egpj", 'Character 2, after "a", is invisible. Please remove it.'],
  ])("but not with %s '%s'", async (field, value, message) => {
    const { status, data } = await send({ dollars: "1", [field]: value });
    expect(status).toBe(422);
    const { lastResult } = data as { lastResult: { error: object; initialValue: object } };
    expect(lastResult.error).toEqual({ [field]: [message] });
    expect(lastResult.initialValue).toMatchObject(value === "" ? {} : { [field]: value });
    expect((await moneyOf(customer.tenantId)).balance).toBe(2000n);
  });

  test("never their own, and only an admin may", async () => {
    const [admin] = await db.query<{ id: number }>(`select user_id as id from session where id = $1`, [
      staff.admin.sessionId,
    ]);
    const own = { id: String(admin?.id) };
    const fields = { intent: "adjust-balance", dollars: "5", reason: "x", form_key: await key() };
    const answer = await answerOf(await action(post(staff.admin, `/users/view/${own.id}`, fields, own)));
    expect(answer).toMatchObject({ status: 422, data: { message: M.notYourselfOrLastAdmin } });
    for (const visit of [staff.support, staff.operator]) {
      const refused = await thrownBy(action(post(visit, path(), fields, params())));
      expect(refused.status).toBe(403);
    }
    expect((await moneyOf(customer.tenantId)).balance).toBe(2000n);
  });
});
