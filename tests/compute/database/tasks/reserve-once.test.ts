import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { lockRow } from "~/compute/inside/tasks/lock-row.server";
import { M } from "~/messages";
import type { ReserveFieldsSent } from "~/compute/inside/reserve/reserve-input";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { after, doublyHeldGpus, emptyCapacity, enqueue, refusalOf, reserve, vacate } from "../capacity/reserving";

let one: TenantInWorld;
let other: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  [one, other] = [await aTenant({ dollars: 1000 }), await aTenant({ dollars: 1000 })];
});

beforeEach(emptyCapacity);

/** A refusal that leaves out the number of GPUs used by the tenant's own tasks. */
const withoutOwn = (message: string) => message.replace(/use \d+ GPUs? there/, "use some there");

describe("scenario 18: two customers and one free node", () => {
  test("of two concurrent requests for 8 GPUs exactly one gets them, the other M26 with can_enqueue", async () => {
    await aNode();
    const answers = await Promise.allSettled([one, other].map((tenant) => reserve(tenant, { gpu_min: 8 })));
    expect(answers.map((answer) => answer.status).sort()).toEqual(["fulfilled", "rejected"]);
    const loser = answers[0]?.status === "rejected" ? one : other;
    expect(await refusalOf(reserve(loser, { gpu_min: 8 }))).toMatchObject({
      message: M.noFreeGpus({ cluster_name: "fra1" }),
      body: { can_enqueue: true },
    });
    expect(await enqueue(loser, { gpu_min: 8 })).toMatchObject({ state: "queued", position: 1 });
  });

  test("many concurrent starts use each GPU once and give clear answers to the others", async () => {
    for (let node = 0; node < 3; node += 1) await aNode();
    const calls = Array.from({ length: 40 }, (_, index) => reserve(index % 2 ? one : other));
    const answers = await Promise.allSettled(calls);
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(24);
    const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.message] : []));
    expect(new Set(refusals.map(withoutOwn))).toEqual(
      new Set([withoutOwn(M.noFreeGpus({ cluster_name: "fra1", own: 1 }))]),
    );
    expect(await doublyHeldGpus()).toBe(0);
  });
});

describe("scenario 26: the same Idempotency-Key (A5)", () => {
  const fields = { task_name: "once", gpu_min: 1 };
  const tasks = () => db.query(`select from task`);

  test("and the same request, in sequence: one task and equal answers", async () => {
    await aNode();
    const first = await reserve(one, fields, { idempotencyKey: "k-1" });
    expect(await reserve(one, fields, { idempotencyKey: "k-1" })).toEqual(first);
    expect(await reserve(one, { ...fields, idempotency_key: "k-1" })).toEqual(first);
    expect(await reserve(one, { ...fields, idempotency_key: "k-1" }, { idempotencyKey: " " })).toEqual(first);
    expect(await tasks()).toHaveLength(1);
  });

  test("and the same request in another spelling: digits, other names, defaults and the own account", async () => {
    await aNode();
    const first = await reserve(one, fields, { idempotencyKey: "k-4" });
    const spelled: ReserveFieldsSent[] = [
      { gpu_min: "1" },
      { gpu_min: null, gpus_min: 1 },
      { task_name: " once " },
      { account: one.tenantName, tenant_image: null, gpus_max: 0, gpus_incr: "1" },
      { network: "ethernet", agent: "no-agent", enqueue: 0, agree: false },
    ];
    for (const other of spelled) {
      expect(await reserve(one, { ...fields, ...other }, { idempotencyKey: "k-4" })).toEqual(first);
    }
    expect(await tasks()).toHaveLength(1);
  });

  test("and the same request after the task has ended: the first answer again", async () => {
    await aNode();
    const first = await reserve(one, fields, { idempotencyKey: "k-5" });
    await vacate(first.resv_guid);
    expect(await reserve(one, fields, { idempotencyKey: "k-5" })).toEqual(first);
    expect(await tasks()).toHaveLength(1);
  });

  test("and another request is refused with M37, whatever differs, and does nothing", async () => {
    await aNode();
    await reserve(one, fields, { idempotencyKey: "k-6" });
    const others: ReserveFieldsSent[] = [
      { task_name: "twice" },
      { gpu_min: 2 },
      { gpu_type: "a100" },
      { gpus_max: 2 },
      { agent: "stats" },
      { enqueue: 1, agree: 1 },
      { ssh_key_id: 1 },
      { cluster_name: "fra1" },
    ];
    for (const other of others) {
      const refusal = await refusalOf(reserve(one, { ...fields, ...other }, { idempotencyKey: "k-6" }));
      expect([other, refusal.message, refusal.status]).toEqual([other, M.keyUsedForOtherRequest, undefined]);
    }
    expect(await tasks()).toHaveLength(1);
  });

  test("at once: one task and equal answers", async () => {
    await aNode();
    const calls = Array.from({ length: 6 }, () => reserve(one, fields, { idempotencyKey: "k-2" }));
    const [first, ...rest] = await Promise.all(calls);
    for (const answer of rest) expect(answer).toEqual(first);
    expect(await tasks()).toHaveLength(1);
  });

  test("at once, for different rows: one task, the same answer to equal requests, M37 to the others", async () => {
    await aNode();
    await aNode({ cluster: "ams2", gpuType: "a100" });
    const answers = await Promise.allSettled(
      [0, 1, 2, 3, 4, 5].map((index) =>
        reserve(one, { ...fields, gpu_type: index % 2 ? "a100" : "a5000" }, { idempotencyKey: "k-7" }),
      ),
    );
    const given = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(given).toHaveLength(3);
    for (const answer of given) expect(answer).toEqual(given[0]);
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.message] : []));
    expect(refused).toEqual([M.keyUsedForOtherRequest, M.keyUsedForOtherRequest, M.keyUsedForOtherRequest]);
    expect(await tasks()).toHaveLength(1);
  });

  test("is the account's own, ends after 24 h, and stores no refusal", async () => {
    const call = (tenant: TenantInWorld, name: string, seconds = 0) =>
      reserve(tenant, { task_name: name }, { idempotencyKey: "k-3", now: after(seconds) });
    await aNode({ drain: 1, gpus: 4 });
    await refusalOf(call(one, "a"));
    await aNode();
    const first = await call(one, "a");
    expect((await call(other, "a")).resv_guid).not.toBe(first.resv_guid);
    expect((await call(one, "a", 86_399)).resv_guid).toBe(first.resv_guid);
    expect((await call(one, "b", 86_400)).task_name).toBe("b");
  });

  test("of more than 64 characters is refused", async () => {
    expect((await refusalOf(reserve(one, {}, { idempotencyKey: "k".repeat(65) }))).message).toBe(M.unreadable);
  });
});

test("a flood of 1,000 reserves gets clear answers, each one", async () => {
  await aNode();
  const answers = await Promise.allSettled(
    Array.from({ length: 1000 }, (_, index) => reserve(index % 2 ? one : other)),
  );
  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(8);
  const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  expect(new Set(refusals.map((refusal) => refusal.name))).toEqual(new Set(["Refusal"]));
  const clear = [M.noFreeGpus({ cluster_name: "fra1" }), M.noFreeGpus({ cluster_name: "fra1", own: 1 }), M.busy];
  const unclear = refusals.filter(({ message }) => !clear.map(withoutOwn).includes(withoutOwn(message)));
  expect(unclear).toEqual([]);
});

test('a reserve that gets no turn within 2 s is answered "busy", and reserves nothing', async () => {
  await aNode();
  const answer = await transaction(async (tx) => {
    await lockRow(tx, { clusterName: "fra1", gpuType: "a5000" });
    return refusalOf(reserve(one));
  });
  expect(answer).toMatchObject({ message: M.busy, retcode: "FAILED" });
  expect(await db.query(`select from task`)).toEqual([]);
  await reserve(one);
});
