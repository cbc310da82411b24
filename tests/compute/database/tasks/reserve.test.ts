import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { aNode, aTenant, credit, theCatalogue, type TenantInWorld } from "../../../support/world";
import { after, emptyCapacity, enqueue, now, occupy, readPlaced, refusalOf, reserve } from "../capacity/reserving";

let customer: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  customer = await aTenant({ dollars: 1000 });
});

beforeEach(emptyCapacity);

const tasks = () => db.query<{ task_name: string }>(`select task_name from task`);

describe("Start Task", () => {
  test("scenario 13: with a free node and funds the task is placed inside the request", async () => {
    await aNode({ nodeName: "fra1-a" });
    const answer = await reserve(customer, { task_name: " my first  run ", gpu_min: 2 });
    expect(answer).toEqual({
      retcode: "OK",
      human_readable_message: "Task my-first-run is starting.",
      resv_guid: expect.any(String),
      task_name: "my-first-run",
      state: "placing",
      status: "unknown",
      position: null,
      gpus: 2,
      pph: 190,
    });
    expect(await readPlaced(answer.resv_guid)).toMatchObject({
      state: "placing",
      nodes: ["fra1-a"],
      pph: 190,
    });
    const told = await db.query(`select entity, key from outbox where entity in ('desired', 'capacity', 'tenants')`);
    expect(told).toContainEqual({ entity: "capacity", key: "fra1:a5000" });
    expect(told).toContainEqual({ entity: "tenants", key: "fra1_a" });
  });

  test("scenario 14: a name of 64 characters, a bad name, a name in use", async () => {
    await aNode();
    expect((await refusalOf(reserve(customer, { task_name: "x".repeat(64) }))).message).toBe(M.taskNameTooLong);
    expect((await refusalOf(reserve(customer, { task_name: "-x" }))).message).toBe(M.taskNameCharacters);
    expect((await refusalOf(reserve(customer, { task_name: "  " }))).message).toBe(M.taskNameRequired);
    expect(await tasks()).toEqual([]);
    await reserve(customer, { task_name: "same name" });
    expect((await refusalOf(reserve(customer, { task_name: "same-name" }))).message).toBe(
      M.taskNameTaken({ task_name: "same-name" }),
    );
    expect(await tasks()).toHaveLength(1);
  });

  test("scenario 15: without an SSH key, or with another tenant's, nothing is reserved", async () => {
    await aNode();
    const keyless = await aTenant();
    await db.query(`delete from ssh_key where tenant_id = $1`, [keyless.tenantId]);
    expect((await refusalOf(reserve(keyless))).message).toBe(M.sshKeyRequired);
    expect((await refusalOf(reserve(keyless, { ssh_key_id: customer.sshKeyId }))).message).toBe(M.sshKeyRequired);
  });

  test("scenario 16: with fragments 1 + 1 and no free node 2 GPUs cannot start, only be enqueued", async () => {
    for (const node of [await aNode(), await aNode()]) await occupy(customer, node, 7);
    expect(await refusalOf(reserve(customer, { gpu_min: 2 }))).toMatchObject({
      // No other customer is blamed for GPUs that the customer's own tasks hold.
      message: "Not enough free GPUs in fra1. Your own tasks use 14 GPUs there. You can enqueue this task.",
      body: { can_enqueue: true },
    });
    expect(await enqueue(customer, { gpu_min: 2 })).toMatchObject({ state: "queued", position: 1 });
  });

  test("more than gpu_min is granted only while no other funded task waits (S6)", async () => {
    const wish = { gpu_min: 1, gpus_max: 3, gpus_incr: 1 };
    await aNode();
    await aNode();
    const waits = await enqueue(customer, { gpu_min: 16, task_name: "gang" });
    expect(await reserve(customer, { ...wish, task_name: "small" })).toMatchObject({ gpus: 1 });
    await db.query(`update task set state = 'killed', finished_at = now() where resv_guid = $1`, [waits.resv_guid]);
    expect(await reserve(customer, { ...wish, task_name: "large" })).toMatchObject({ gpus: 3 });
  });

  test("fragments 2 + 2 on two nodes do not add up", async () => {
    for (const node of [await aNode(), await aNode()]) await occupy(customer, node, 6);
    expect(await refusalOf(reserve(customer, { gpu_min: 4 }))).toMatchObject({
      message: M.noFreeGpus({ cluster_name: "fra1", own: 12 }),
      body: { can_enqueue: true },
    });
    await reserve(customer, { gpu_min: 2, gpus_max: 3 }).then((answer) => expect(answer.gpus).toBe(2));
  });

  test("scenario 19: 16 GPUs with one free node do not even take that one", async () => {
    await aNode();
    await occupy(customer, await aNode(), 1);
    await refusalOf(reserve(customer, { gpu_min: 16 }));
    expect(await db.query(`select from placement where ended_at is null and state = 'assigned'`)).toEqual([]);
  });

  test("scenario 22: an elastic task is granted and charged what fits", async () => {
    await occupy(customer, await aNode(), 6);
    const wish = { gpu_min: 1, gpus_max: 3, gpus_incr: 1 };
    expect(await reserve(customer, wish)).toMatchObject({ gpus: 2, pph: 190 });
    await occupy(customer, await aNode(), 6);
    await aNode();
    expect(await reserve(customer, wish)).toMatchObject({ gpus: 3, pph: 285 });
  });

  test("scenario 23: infiniband needs an active port, and a cluster that has it", async () => {
    await aNode({ nodeName: "fra1-off" });
    await aNode({ nodeName: "fra1-on", ibsActive: 1 });
    const answer = await reserve(customer, { network: "infiniband" });
    expect((await readPlaced(answer.resv_guid)).nodes).toEqual(["fra1-on"]);
    await aNode({ cluster: "ams2", gpuType: "a100" });
    expect((await refusalOf(reserve(customer, { gpu_type: "a100", network: "infiniband" }))).message).toBe(
      M.noSuchNetwork({ cluster_name: "ams2", network: "infiniband" }),
    );
  });

  test("scenario 38: with less than 10 minutes of money for all tasks nothing starts", async () => {
    await aNode();
    const poor = await aTenant({ dollars: 0 });
    // 2 GPUs cost 190 cents an hour, so 10 minutes are 31.67 cents.
    await credit({ tenantId: poor.tenantId, dollars: 0.31, now });
    expect((await refusalOf(reserve(poor, { gpu_min: 2 }))).message).toBe(M.balanceTooLow);
    await credit({ tenantId: poor.tenantId, dollars: 0.01, now });
    await reserve(poor, { gpu_min: 2 });
    expect((await refusalOf(reserve(poor, { gpu_min: 1 }))).message).toBe(M.balanceTooLow);
  });

  test("nodes that are drained, unhealthy, retired or fenced by a hold are not used", async () => {
    await aNode({ drain: 1 });
    await aNode({ drain: 2 });
    await aNode({ health: "error" });
    await aNode({ health: "dead" });
    await aNode({ health: "new" });
    const { nodeId } = await aNode();
    const { resv_guid } = await enqueue(customer, { gpu_min: 4 });
    await db.query(
      `insert into row_hold (cluster_name, gpu_type, resv_guid, node_ids, since) values ('fra1', 'a5000', $1, $2, $3)`,
      [resv_guid, [nodeId], now],
    );
    expect((await refusalOf(reserve(customer))).message).toBe(M.noFreeGpus({ cluster_name: "fra1" }));
  });
});

describe("Enqueue Task", () => {
  test("scenario 24: needs agreement", async () => {
    await aNode();
    expect((await refusalOf(reserve(customer, { enqueue: 1 }))).message).toBe(M.agreeToQueueTerms);
    expect((await refusalOf(reserve(customer, { enqueue: "1", agree: "0" }))).message).toBe(M.agreeToQueueTerms);
  });

  test("joins the queue without funds, returns its position, and wakes the scheduler", async () => {
    await aNode();
    await aNode();
    const poor = await aTenant({ dollars: 0 });
    await enqueue(customer, { gpu_min: 8 });
    await db.query(`delete from outbox`);
    expect(await enqueue(poor, { task_name: "big-run", gpu_min: 16 }, { now: after(1) })).toMatchObject({
      human_readable_message: "Task big-run is queued at position 2.",
      state: "queued",
      status: "unknown",
      position: 2,
      gpus: 16,
      pph: 1520,
    });
    const told = await db.query<{ entity: string }>(`select entity, key from outbox`);
    expect(told).toContainEqual({ entity: "wake", key: "scheduler" });
    expect(told).toContainEqual({ entity: "scheduled", key: "fra1" });
  });
});

describe("refusals", () => {
  test.each([
    ["an unknown GPU type", { gpu_type: "b200" }, M.unknownGpuType({ gpu_type: "b200" })],
    ["3 GPUs", { gpu_min: 3 }, M.wrongGpuCount],
    ["GPUs in words", { gpu_min: "many" }, M.wrongGpuCount],
    ["an unknown cluster", { cluster_name: "mars1" }, M.unknownCluster({ cluster_name: "mars1" })],
    ["an unknown network", { network: "token-ring" }, M.noSuchNetwork({ cluster_name: "fra1", network: "token-ring" })],
    ["a deprecated image", { tenant_image: "ubuntu20-cuda11" }, M.unknownImage({ tenant_image: "ubuntu20-cuda11" })],
    ["an unknown image", { tenant_image: "x" }, M.unknownImage({ tenant_image: "x" })],
    ["an unknown agent", { agent: "007" }, M.unreadable],
    ["gpus_max below gpu_min", { gpu_min: 4, gpus_max: 2 }, M.wrongGpuRange],
    ["gpus_max above 64", { gpus_max: 65 }, M.wrongGpuRange],
    ["gpus_incr 0", { gpus_max: 4, gpus_incr: 0 }, M.wrongGpuRange],
    ["more than all nodes have", { gpu_min: 16 }, M.clusterTooSmall({ cluster_name: "fra1", n: 8 })],
    [
      "a type that another cluster has",
      { gpu_type: "a100", cluster_name: "fra1" },
      M.clusterTooSmall({ cluster_name: "fra1", n: 0 }),
    ],
    ["a type without a node", { gpu_type: "h100" }, M.soldOut({ gpu_type: "h100" })],
    ["a type without a node in the queue", { gpu_type: "h100", enqueue: 1, agree: 1 }, M.soldOut({ gpu_type: "h100" })],
  ])("%s", async (_, fields, message) => {
    await aNode();
    await aNode({ cluster: "ams2", gpuType: "a100" });
    expect((await refusalOf(reserve(customer, fields))).message).toBe(message);
    expect(await tasks()).toEqual([]);
  });

  test("another tenant's account, with 403", async () => {
    expect(await refusalOf(reserve(customer, { account: "somebody-else" }))).toMatchObject({
      message: M.notAllowed,
      status: 403,
    });
  });

  test("a user who has not confirmed the email address", async () => {
    const newcomer = await aTenant();
    await db.query(`update user_account set state = 'unverified' where id = $1`, [newcomer.userId]);
    expect((await refusalOf(reserve(newcomer))).message).toBe(M.confirmEmailFirst);
  });

  test("the 51st unfinished task, even when 5 arrive at once", async () => {
    await aNode();
    for (let count = 0; count < 48; count += 1) await enqueue(customer);
    const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => enqueue(customer)));
    expect(answers.filter((one) => one.status === "fulfilled")).toHaveLength(2);
    expect((await refusalOf(enqueue(customer))).message).toBe(M.tooManyTasks);
  });

  test("experimental images are allowed, the alias gpus_min too", async () => {
    await aNode();
    const fields = { tenant_image: "pytorch2-cuda12", gpu_min: undefined, gpus_min: "2" };
    expect(await reserve(customer, fields)).toMatchObject({ gpus: 2 });
  });
});
