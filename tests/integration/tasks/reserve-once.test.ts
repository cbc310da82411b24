import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/db.server";
import { lockRow } from "~/domain/capacity/place.server";
import { M } from "~/domain/messages";
import { aNode, aTenant, theCatalogue, type TenantInWorld } from "../../support/world";
import { after, doublyHeldGpus, emptyCapacity, enqueue, refusalOf, reserve } from "../capacity/reserving";

let one: TenantInWorld;
let other: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  [one, other] = [await aTenant({ dollars: 1000 }), await aTenant({ dollars: 1000 })];
});

beforeEach(emptyCapacity);

describe("scenario 18: two customers and one free node", () => {
  test("of two who send 8 GPUs at once exactly one gets them, the other M26 with can_enqueue", async () => {
    await aNode();
    const answers = await Promise.allSettled([one, other].map((tenant) => reserve(tenant, { gpu_min: 8 })));
    expect(answers.map((answer) => answer.status).sort()).toEqual(["fulfilled", "rejected"]);
    const loser = answers[0]?.status === "rejected" ? one : other;
    expect(await refusalOf(reserve(loser, { gpu_min: 8 }))).toMatchObject({
      message: M.M26({ cluster_name: "fra1" }),
      body: { can_enqueue: true },
    });
    expect(await enqueue(loser, { gpu_min: 8 })).toMatchObject({ state: "queued", position: 1 });
  });

  test("many starts at once give away each GPU once and clear answers to the others", async () => {
    for (let node = 0; node < 3; node += 1) await aNode();
    const calls = Array.from({ length: 40 }, (_, index) => reserve(index % 2 ? one : other));
    const answers = await Promise.allSettled(calls);
    expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(24);
    const refusals = answers.flatMap((answer) =>
      answer.status === "rejected" ? [answer.reason.message] : [],
    );
    expect(new Set(refusals)).toEqual(new Set([M.M26({ cluster_name: "fra1" })]));
    expect(await doublyHeldGpus()).toBe(0);
  });
});

describe("scenario 26: the same Idempotency-Key", () => {
  const fields = { task_name: "once", gpu_min: 1 };

  test("one after the other: one task and equal answers", async () => {
    await aNode();
    const first = await reserve(one, fields, { idempotencyKey: "k-1" });
    expect(await reserve(one, fields, { idempotencyKey: "k-1" })).toEqual(first);
    expect(await reserve(one, { ...fields, idempotency_key: "k-1" })).toEqual(first);
    expect(await db.query(`select from task`)).toHaveLength(1);
  });

  test("at once: one task and equal answers, also when the bodies ask for different rows", async () => {
    await aNode();
    await aNode({ cluster: "ams2", gpuType: "a100" });
    const calls = [0, 1, 2, 3, 4, 5].map((index) =>
      reserve(one, { ...fields, gpu_type: index % 2 ? "a100" : "a5000" }, { idempotencyKey: "k-2" }),
    );
    const [first, ...rest] = await Promise.all(calls);
    for (const answer of rest) expect(answer).toEqual(first);
    expect(await db.query(`select from task`)).toHaveLength(1);
  });

  test("is the account's own, ends after 24 h, and keeps no refusal", async () => {
    const call = (tenant: TenantInWorld, name: string, seconds = 0) =>
      reserve(tenant, { task_name: name }, { idempotencyKey: "k-3", now: after(seconds) });
    await aNode({ drain: 1, gpus: 4 });
    await refusalOf(call(one, "a"));
    await aNode();
    const first = await call(one, "a");
    expect((await call(other, "a")).resv_guid).not.toBe(first.resv_guid);
    expect((await call(one, "b", 86_399)).resv_guid).toBe(first.resv_guid);
    expect((await call(one, "b", 86_400)).task_name).toBe("b");
  });

  test("of more than 64 characters is refused", async () => {
    expect((await refusalOf(reserve(one, {}, { idempotencyKey: "k".repeat(65) }))).message).toBe(M.M09);
  });
});

test("a flood of 1,000 reserves at once is answered clearly, each one", async () => {
  await aNode();
  const answers = await Promise.allSettled(
    Array.from({ length: 1000 }, (_, index) => reserve(index % 2 ? one : other)),
  );
  expect(answers.filter((answer) => answer.status === "fulfilled")).toHaveLength(8);
  const refusals = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  expect(new Set(refusals.map((refusal) => refusal.name))).toEqual(new Set(["Refusal"]));
  const clear: string[] = [M.M26({ cluster_name: "fra1" }), M.M11];
  expect(refusals.filter((refusal) => !clear.includes(refusal.message))).toEqual([]);
});

test("a reserve that does not get its turn in 2 s says that the service is busy, and reserves nothing", async () => {
  await aNode();
  const answer = await transaction(async (tx) => {
    await lockRow(tx, { clusterName: "fra1", gpuType: "a5000" });
    return refusalOf(reserve(one));
  });
  expect(answer).toMatchObject({ message: M.M11, retcode: "FAILED" });
  expect(await db.query(`select from task`)).toEqual([]);
  await reserve(one);
});
