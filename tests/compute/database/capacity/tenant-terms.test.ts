import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readDiscounts, readTenantTerms } from "~/compute/tenant-terms.server";
import { addDiscount, setQuota, withdrawDiscount } from "~/compute/tenant-terms.server";
import { scheduleAll } from "~/compute/schedule.server";
import { db, transaction } from "~/platform/db.server";
import { takeTime } from "~/platform/time.server";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { after, emptyCapacity, enqueue, now, occupy, readPlaced, refusalOf, reserve, vacate } from "./reserving";

let tenant: TenantInWorld;
let admin: TenantInWorld;

beforeAll(async () => {
  takeTime(now.getTime());
  await theCatalogue();
  admin = await aTenant({ role: "admin", dollars: 0 });
});
beforeEach(async () => {
  await emptyCapacity();
  tenant = await aTenant({ dollars: 1000 });
});

const act = (at = now) => ({ ...tenant, actorId: admin.userId, requestId: "test", now: at });
const give = (percent: number, fromAt: Date, gpuType = "", at = now) =>
  transaction((tx) => addDiscount(tx, { ...act(at), gpuType, percent, fromAt }));
const allow = (gpus: number | null, gpuType = "") => transaction((tx) => setQuota(tx, { ...act(), gpuType, gpus }));

describe("A discount (B21)", () => {
  test("applies to new tasks from its second on, rounded down; running tasks keep their price", async () => {
    await aNode();
    await give(10, after(60));
    const before = await reserve(tenant);
    // 10% less than 95 cents is 85.5.
    const then = await reserve(tenant, { gpu_min: 2 }, { now: after(60) });
    expect([before.pph, then.pph]).toEqual([95, 170]);
    expect((await readPlaced(before.resv_guid)).pph).toBe(95);
    const stranger = await aTenant({ dollars: 100 });
    expect((await reserve(stranger, {}, { now: after(60) })).pph).toBe(95);
  });

  test("of a type goes before that of all types, also to end it, and a waiting task gets the lower price", async () => {
    const node = await aNode();
    const occupant = await occupy(tenant, node, 8);
    const { resv_guid, pph } = await enqueue(tenant);
    expect(pph).toBe(95);
    await give(20, now);
    expect(await readDiscounts({ tenantId: tenant.tenantId, now })).toEqual({ a5000: 20, a100: 20, h100: 20 });
    await give(50, after(10), "a5000");
    await vacate(occupant);
    await scheduleAll({ now: after(10) });
    expect((await readPlaced(resv_guid)).pph).toBe(47);
    await give(0, after(20), "a5000");
    expect(await readDiscounts({ tenantId: tenant.tenantId, now: after(20) })).toEqual({ a100: 20, h100: 20 });
    expect((await reserve(tenant, {}, { now: after(20) })).pph).toBe(95);
  });

  test("that is over or lower later never raises the price of a task that was accepted with it", async () => {
    const node = await aNode();
    const occupant = await occupy(tenant, node, 8);
    await give(40, now);
    const { resv_guid } = await enqueue(tenant);
    await give(0, after(5));
    await vacate(occupant);
    await scheduleAll({ now: after(10) });
    expect((await readPlaced(resv_guid)).pph).toBe(57);
  });

  test("that is planned is told by a mail that does not say it applies now", async () => {
    await give(10, after(60));
    await give(20, now);
    const mails = await db.query<{ subject: string }>(
      `select subject from mail m join user_account u on u.email = m.to_address where u.id = $1 order by m.id`,
      [tenant.userId],
    );
    expect(mails.map(({ subject }) => subject)).toEqual(["Your prices will be 10% lower", "Your prices are 20% lower"]);
  });

  test("never makes a GPU free of charge", async () => {
    await aNode();
    await db.query(`update price set pph_cents = 1 where gpu_type = 'a5000'`);
    await give(99, now);
    expect((await reserve(tenant)).pph).toBe(1);
    await db.query(`update price set pph_cents = 95 where gpu_type = 'a5000'`);
  });

  test("is refused in the past and twice for one second; a planned one is withdrawn, a present one is not", async () => {
    expect((await refusalOf(give(10, after(-1)))).message).toContain("cannot begin in the past");
    await give(10, after(3600));
    expect((await refusalOf(give(20, after(3600)))).message).toContain("already planned for this time");
    await give(5, now);
    const { discounts } = await readTenantTerms({ tenantId: tenant.tenantId, now });
    expect(discounts.map(({ percent, state }) => [percent, state])).toEqual([
      [10, "planned"],
      [5, "present"],
    ]);
    const withdraw = (id: number | undefined) => transaction((tx) => withdrawDiscount(tx, { ...act(), id: id ?? 0 }));
    await withdraw(discounts[0]?.id);
    expect((await refusalOf(withdraw(discounts[1]?.id))).message).toBe("Not found.");
    const notices = await db.query<{ text: string }>(
      `select human_readable_message as text from notification where tenant_id = $1 order by id`,
      [tenant.tenantId],
    );
    expect(notices.map(({ text }) => text)).toEqual([
      "From 31.01.2026 13:00 UTC you pay 10% less than the list price for GPUs. Running tasks keep their price.",
      "From now on you pay 5% less than the list price for GPUs. Running tasks keep their price.",
      "The change of your prices planned for 31.01.2026 13:00 UTC is withdrawn.",
    ]);
  });
});

describe("A quota of GPUs (S17)", () => {
  test("refuses what would exceed it, counting waiting tasks and the largest size of growing ones", async () => {
    await aNode();
    await allow(4);
    await reserve(tenant, { gpu_min: 1 });
    await enqueue(tenant, { gpu_min: 1, gpus_max: 2, gpus_incr: 1 });
    expect((await refusalOf(reserve(tenant, { gpu_min: 2 }))).message).toBe(
      "Your account may have 4 GPUs at once, and your running and waiting tasks have 3. Choose fewer GPUs, end a task, or write to us for more.",
    );
    await reserve(tenant, { gpu_min: 1 });
    await allow(null);
    await reserve(tenant, { gpu_min: 2 });
  });

  test("of a type counts only that type, and names it", async () => {
    await aNode();
    await aNode({ cluster: "ams2", gpuType: "a100" });
    await allow(1, "a100");
    await reserve(tenant, { gpu_min: 2 });
    await reserve(tenant, { gpu_type: "a100" });
    expect((await refusalOf(reserve(tenant, { gpu_type: "a100" }))).message).toContain("1 a100 GPUs at once");
    await allow(0);
    expect((await refusalOf(reserve(tenant))).message).toContain("0 GPUs at once");
  });

  test("is not exceeded by two calls at once", async () => {
    await aNode();
    await allow(3);
    const calls = await Promise.allSettled(Array.from({ length: 6 }, () => reserve(tenant, { gpu_min: 1 })));
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });
});
