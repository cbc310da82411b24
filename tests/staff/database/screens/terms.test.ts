import { beforeAll, describe, expect, test } from "vitest";
import { readOffer } from "~/compute/screens/reservation/read-offer.server";
import { listStaffAccess } from "~/platform/list-staff-access.server";
import { presentTime } from "~/platform/time.server";
import { action, loader } from "~/staff/screens/user-by-id/route";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { askEmailChange } from "~/accounts/inside/email-change/ask-email-change.server";
import { answerOf, aVisit, get, post, thrownBy } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { inSession } from "../../../accounts/database/in-session";

let staff: Staff;
let customer: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  customer = await aTenant();
});

const path = () => `/users/view/${customer.userId}`;
const send = (fields: Record<string, string>, visit = staff.admin) =>
  action(post(visit, path(), fields, { id: String(customer.userId) }));
const terms = async () => (await loader(get(staff.support, path(), { id: String(customer.userId) }))).terms;
const errorsOf = async (fields: Record<string, string>) => {
  const { data } = await answerOf(await send(fields));
  return (data as { lastResult: { error: Record<string, string[]> } }).lastResult.error;
};

describe("A customer's own prices and quotas", () => {
  test("are set by admins only, shown to all staff, and to the customer where they rent and under Staff access", async () => {
    for (const intent of ["discount", "withdraw-discount", "quota"])
      expect((await thrownBy(send({ intent }, staff.operator))).status).toBe(403);
    await send({ intent: "discount", percent: "10", gpu_type: "a100", from: "" });
    await send({ intent: "discount", percent: "20", gpu_type: "", from: "2099-01-01T00:00" });
    await send({ intent: "quota", gpus: "16", gpu_type: "" });
    const shown = await terms();
    expect(shown?.discounts.map(({ percent, gpuType, state }) => [percent, gpuType, state])).toEqual([
      [20, "", "planned"],
      [10, "a100", "present"],
    ]);
    expect(shown?.quotas).toEqual([{ gpuType: "", gpus: 16, used: 0 }]);
    const viewer = { tenantId: customer.tenantId, userId: customer.userId };
    expect(await readOffer({ viewer, now: presentTime() })).toMatchObject({
      own: true,
      prices: { a5000: 95, a100: 224 },
    });
    expect(await readOffer({ viewer: null, now: presentTime() })).toMatchObject({ own: false, prices: { a100: 249 } });
    const planned = shown?.discounts[0]?.id ?? 0;
    await send({ intent: "withdraw-discount", id: String(planned) });
    await send({ intent: "quota", gpus: "", gpu_type: "" });
    expect(await terms()).toMatchObject({ quotas: [], discounts: [{ percent: 10 }] });
    const seen = await listStaffAccess({ tenantId: customer.tenantId, after: null });
    expect(JSON.stringify(seen)).toContain("tenant.discount");
  });

  test("are set by no admin whose address may still be taken back (M197): somebody else may use the account", async () => {
    const lent = await aTenant({ role: "admin" });
    await inSession(askEmailChange, {
      userId: lent.userId,
      newEmail: "t@people.example",
      requestId: "test",
      now: presentTime(),
    });
    const visit = await aVisit({ userId: lent.userId });
    const sent = [
      await send({ intent: "discount", percent: "99" }, visit),
      await send({ intent: "quota", gpus: "64" }, visit),
    ];
    for (const answer of sent) expect(JSON.stringify((await answerOf(answer)).data)).toContain("email address");
    expect(await terms()).toMatchObject({ quotas: [], discounts: [{ percent: 10 }] });
  });

  test("are refused with a sentence at the field, and nothing is changed", async () => {
    expect(await errorsOf({ intent: "discount", percent: "100" })).toHaveProperty("percent");
    expect(await errorsOf({ intent: "discount", percent: "1.5" })).toHaveProperty("percent");
    expect(await errorsOf({ intent: "discount", percent: "5", from: "31.12.2026" })).toHaveProperty("from");
    expect(await errorsOf({ intent: "discount", percent: "5", from: "2020-01-01T00:00" })).toHaveProperty("from");
    expect(await errorsOf({ intent: "quota", gpus: "-1" })).toHaveProperty("gpus");
    expect(await errorsOf({ intent: "discount", percent: "5", gpu_type: "no-such" })).toHaveProperty("gpu_type");
    expect(await terms()).toMatchObject({ quotas: [], discounts: [{ percent: 10 }] });
  });
});
