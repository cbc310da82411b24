import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { readFree } from "~/compute/read-free.server";
import { readScheduled } from "~/compute/read-scheduled.server";
import { readQueueWaits } from "~/compute/inside/capacity/read-queue-wait.server";
import { readRowState } from "~/compute/inside/capacity/row-state.server";
import { lockRow } from "~/compute/inside/tasks/lock-row.server";
import { readOffer } from "~/compute/screens/reservation/read-offer.server";
import { scheduleAll } from "~/compute/schedule.server";
import { M } from "~/messages";
import { aNode, aTenant, credit, theCatalogue, type TenantInWorld } from "../../../support/world";
import {
  after,
  doublyHeldGpus,
  emptyCapacity,
  enqueue,
  now,
  occupy,
  readPlaced,
  refusalOf,
  reserve,
  vacate,
} from "./reserving";

let one: TenantInWorld;
let other: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  [one, other] = [await aTenant({ dollars: 1000 }), await aTenant({ dollars: 1000 })];
});
beforeEach(emptyCapacity);

const states = async (ids: string[]) => Promise.all(ids.map(async (id) => (await readPlaced(id)).state));

test("a queued task is placed, priced and announced; its customer is notified once", async () => {
  await aNode({ nodeName: "fra1-a" });
  const { resv_guid } = await enqueue(one, { task_name: "patient", gpu_min: 4 });
  expect(await scheduleAll({ now })).toEqual({ placed: 1 });
  expect(await readPlaced(resv_guid)).toEqual({
    state: "placing",
    position: null,
    reason: "",
    gpus: 4,
    pph: 380,
    nodes: ["fra1-a"],
  });
  expect(await scheduleAll({ now })).toEqual({ placed: 0 });
  const notices = await db.query(`select human_readable_message as text from notification where tenant_id = $1`, [
    one.tenantId,
  ]);
  expect(notices).toEqual([{ text: "Task patient is starting." }]);
  const [node] = await db.query(`select desired_version from node`);
  const [placement] = await db.query(`select desired_version from placement`);
  expect(placement).toEqual(node);
});

test("a tenant whose task cannot be placed delays no other in the same run", async () => {
  await aNode();
  const bad = await enqueue(one, { gpu_min: 1 });
  const others = [
    await enqueue(other, { gpu_min: 1 }),
    await enqueue(other, { gpu_min: 1 }),
    await enqueue(other, { gpu_min: 1 }),
  ];
  await db.query(`alter table notification add constraint deaf check (tenant_id <> ${one.tenantId}) not valid`);
  await expect(scheduleAll({ now })).rejects.toThrow(/deaf/);
  expect(await states(others.map((task) => task.resv_guid))).toEqual(["placing", "placing", "placing"]);
  await db.query(`alter table notification drop constraint deaf`);
  await scheduleAll({ now });
  expect(await states([bad.resv_guid])).toEqual(["placing"]);
});

test("scenario 19: a gang takes all its nodes or none", async () => {
  await aNode();
  const busy = await aNode();
  const occupant = await occupy(other, busy, 1);
  const { resv_guid } = await enqueue(one, { gpu_min: 16 });
  await scheduleAll({ now });
  expect(await readPlaced(resv_guid)).toMatchObject({ nodes: [], position: 1, reason: "waiting_for_nodes" });
  await vacate(occupant);
  await scheduleAll({ now });
  expect((await readPlaced(resv_guid)).nodes).toHaveLength(2);
});

test("scenario 20: a gang that waited 10 min fences its nodes and starts when both are free", async () => {
  const first = await aNode({ nodeName: "fra1-a" });
  const second = await aNode({ nodeName: "fra1-b" });
  const third = await aNode({ nodeName: "fra1-c" });
  const [onFirst, onSecond] = [await occupy(other, first, 8), await occupy(other, second, 2)];
  await occupy(other, third, 4);
  const gang = await enqueue(one, { gpu_min: 16 });
  await scheduleAll({ now: after(600) });
  expect(await db.query(`select node_ids from row_hold`)).toEqual([{ node_ids: [second.nodeId, third.nodeId] }]);
  await db.query(`update row_hold set node_ids = $1`, [[first.nodeId, second.nodeId]]);

  await vacate(onFirst);
  await scheduleAll({ now: after(601) });
  expect(await readPlaced(gang.resv_guid)).toMatchObject({ state: "queued", reason: "held" });
  expect((await refusalOf(reserve(other, { gpu_min: 8 }))).message).toBe(
    M.noFreeGpus({ cluster_name: "fra1", own: 6 }),
  );
  const small = await reserve(other, { gpu_min: 2 });
  expect((await readPlaced(small.resv_guid)).nodes).toEqual(["fra1-c"]);
  const [row] = await readFree({ now, staff: true });
  expect(row).toMatchObject({ free_nodes: 0, free_fragmented_gpus: 2, gpus_held: 14 });

  await vacate(onSecond);
  await scheduleAll({ now: after(602) });
  expect((await readPlaced(gang.resv_guid)).nodes).toEqual(["fra1-a", "fra1-b"]);
  expect(await db.query(`select from row_hold`)).toEqual([]);
});

test("a hold stays where a task that has reached its declared end is being stopped: its last seconds are not its age", async () => {
  const emptying = await aNode({ nodeName: "fra1-a" });
  const ending = await occupy(other, emptying, 4);
  await db.query(`update task set max_seconds = 86400, started_at = $2 where resv_guid = $1`, [
    ending,
    after(660 - 86_400),
  ]);
  await db.query(`update placement set assigned_at = $2 where resv_guid = $1`, [ending, after(650 - 86_400)]);
  await occupy(other, await aNode({ nodeName: "fra1-b" }), 8);
  const whole = await enqueue(one, { gpu_min: 8 });
  await scheduleAll({ now: after(600) });
  const held = [{ node_ids: [emptying.nodeId], resv_guid: whole.resv_guid }];
  expect(await db.query(`select node_ids, resv_guid from row_hold`)).toEqual(held);

  await db.query(`update task set state = 'stopping', stop_at = $2 where resv_guid = $1`, [ending, after(660)]);
  await db.query(`update placement set run = false where resv_guid = $1`, [ending]);
  const small = await enqueue(other, { gpu_min: 1 });
  await scheduleAll({ now: after(661) });
  expect(await db.query(`select node_ids, resv_guid from row_hold`)).toEqual(held);
  expect((await readPlaced(small.resv_guid)).nodes).toEqual([]);

  await vacate(ending);
  await scheduleAll({ now: after(670) });
  expect((await readPlaced(whole.resv_guid)).nodes).toEqual(["fra1-a"]);
});

test("a hold ends once a task of its own tenant has kept its only node for a day", async () => {
  const node = await aNode();
  const own = await occupy(one, node, 1);
  const whole = await enqueue(one, { gpu_min: 8 });
  const small = await enqueue(other, { gpu_min: 1 });
  await db.query(`update task set accepted_at = $2 where resv_guid = $1`, [small.resv_guid, after(1)]);
  await db.query(`update placement set assigned_at = $2 where resv_guid = $1`, [own, after(1200 - 86_400)]);
  await scheduleAll({ now: after(600) });
  expect(await readPlaced(whole.resv_guid)).toMatchObject({ state: "queued", reason: "held" });
  expect(await readPlaced(small.resv_guid)).toMatchObject({ state: "queued" });

  await scheduleAll({ now: after(1200) });
  expect(await db.query(`select from row_hold`)).toEqual([]);
  expect(await readPlaced(whole.resv_guid)).toMatchObject({ state: "queued", reason: "waiting_for_gpus" });
  expect((await readPlaced(small.resv_guid)).nodes).toHaveLength(1);
});

test("a task that few nodes suit holds its node for as long as a stranger's task runs there, and another task holds another", async () => {
  const withPort = await aNode({ nodeName: "fra1-a", ibsActive: 1 });
  const [second, third] = [await aNode({ nodeName: "fra1-b" }), await aNode({ nodeName: "fra1-c" })];
  await occupy(other, withPort, 1);
  const onSecond = await occupy(other, second, 7);
  for (const busy of [third, await aNode({ nodeName: "fra1-d" })]) await occupy(other, busy, 8);
  const few = await enqueue(one, { gpu_min: 8, network: "infiniband" });
  const whole = await enqueue(other, { gpu_min: 8 });
  await scheduleAll({ now: after(600) });
  expect(await db.query(`select resv_guid, node_ids from row_hold order by node_ids`)).toEqual([
    { resv_guid: few.resv_guid, node_ids: [withPort.nodeId] },
    { resv_guid: whole.resv_guid, node_ids: [second.nodeId] },
  ]);
  expect(await readPlaced(few.resv_guid)).toMatchObject({ state: "queued", reason: "held" });
  expect(await readPlaced(whole.resv_guid)).toMatchObject({ state: "queued", reason: "held" });
  const [row] = await readFree({ now, staff: true });
  expect(row).toMatchObject({ free_nodes: 0, free_fragmented_gpus: 0, gpus_held: 8 });
  expect((await refusalOf(reserve(other, {}))).message).toBe(M.noFreeGpus({ cluster_name: "fra1", own: 24 }));

  await vacate(onSecond);
  await scheduleAll({ now: after(601) });
  expect((await readPlaced(whole.resv_guid)).nodes).toEqual(["fra1-b"]);
  expect(await db.query(`select resv_guid, node_ids, since from row_hold`)).toEqual([
    { resv_guid: few.resv_guid, node_ids: [withPort.nodeId], since: after(600) },
  ]);
});

test("the fence ends when its task is removed from the queue", async () => {
  await occupy(other, await aNode(), 1);
  await aNode();
  const gang = await enqueue(one, { gpu_min: 16 });
  await scheduleAll({ now: after(600) });
  await vacate(gang.resv_guid);
  await reserve(other, { gpu_min: 8 });
  await scheduleAll({ now: after(601) });
  expect(await db.query(`select from row_hold`)).toEqual([]);
});

test("scenario 21: of two tenants with 5 and 1 queued tasks, the single one goes before the second of the other", async () => {
  await aNode({ gpus: 2 });
  const five: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    five.push((await enqueue(one, {}, { now: after(index) })).resv_guid);
  }
  const single = (await enqueue(other, {}, { now: after(10) })).resv_guid;
  await scheduleAll({ now: after(11) });
  expect(await states([five[0] ?? "", single])).toEqual(["placing", "placing"]);
  expect(await states(five.slice(1))).toEqual(Array(4).fill("queued"));
  const { fra1 } = await readScheduled({ now });
  expect(fra1?.map((row) => [row.position, row.resv_guid])).toEqual(five.slice(1).map((id, at) => [at + 1, id]));
});

describe("money", () => {
  test("a queued task without funds waits and others pass", async () => {
    await aNode({ gpus: 1 });
    const poor = await aTenant({ dollars: 0 });
    const waiting = await enqueue(poor);
    await enqueue(one, {}, { now: after(1) });
    expect(await scheduleAll({ now: after(2) })).toEqual({ placed: 1 });
    expect(await readPlaced(waiting.resv_guid)).toMatchObject({ position: 1, reason: "waiting_for_funds" });
  });

  test("a tenant that can pay for one of two tasks gets one, even in two rows of capacity at once", async () => {
    await aNode();
    await aNode({ cluster: "ams2", gpuType: "a5000" });
    const poor = await aTenant({ dollars: 0 });
    await credit({ tenantId: poor.tenantId, dollars: 0.2, now });
    for (const cluster_name of ["fra1", "fra1", "ams2", "ams2"]) await enqueue(poor, { cluster_name });
    const runs = await Promise.all([scheduleAll({ now }), scheduleAll({ now }), scheduleAll({ now })]);
    expect(runs.reduce((sum, run) => sum + run.placed, 0)).toBe(1);
  });

  test("scenario 39: a queued task pays the lower price, a placed one keeps its own", async () => {
    const node = await aNode({ gpus: 2 });
    const occupant = await occupy(other, node, 2);
    const cheaper = await enqueue(one);
    await db.query(`update price set pph_cents = 80 where gpu_type = 'a5000'`);
    const dearer = await enqueue(one, {}, { now: after(1) });
    await vacate(occupant);
    await db.query(`update price set pph_cents = 90 where gpu_type = 'a5000'`);
    await scheduleAll({ now });
    await db.query(`update price set pph_cents = 95 where gpu_type = 'a5000'`);
    await scheduleAll({ now });
    expect((await readPlaced(cheaper.resv_guid)).pph).toBe(90);
    expect((await readPlaced(dearer.resv_guid)).pph).toBe(80);
  });
});

describe("a placement that failed (S14)", () => {
  const failPlacement = (resvGuid: string) =>
    db.query(
      `with gone as (update placement set run = false, ended_at = $2, failed_at = $2 where resv_guid = $1
         returning placement_id),
       freed as (delete from held_gpu where placement_id in (select placement_id from gone))
       update task set attempts = attempts + 1 where resv_guid = $1`,
      [resvGuid, now],
    );

  test("is repeated on another node, before the queue, and the node is avoided for 300 s", async () => {
    await aNode({ nodeName: "fra1-a" });
    await aNode({ nodeName: "fra1-b" });
    const { resv_guid } = await reserve(one, { gpu_min: 8 });
    await enqueue(other, { gpu_min: 8 });
    await failPlacement(resv_guid);
    await scheduleAll({ now: after(299) });
    expect(await readPlaced(resv_guid)).toMatchObject({ state: "placing", nodes: ["fra1-b"] });
    expect(await readFree({ now: after(299) })).toMatchObject([{ free_nodes: 1, fits: { ethernet: [] } }]);
    expect(await scheduleAll({ now: after(301) })).toEqual({ placed: 1 });
  });

  describe("of a task with an image or a volume of its customer", () => {
    const failTemplate = async (tenant: TenantInWorld) => {
      const { resv_guid } = await reserve(tenant, { gpu_min: 8 });
      await failPlacement(resv_guid);
      await db.query(
        `update task set needs_container = true, state = 'failed', finished_at = $2 where resv_guid = $1`,
        [...[resv_guid, now]],
      );
    };

    test("makes only that customer avoid the node", async () => {
      await aNode();
      await failTemplate(one);
      const own = await enqueue(one, { gpu_min: 8 });
      const theirs = await enqueue(other, { gpu_min: 8 });
      expect(await readFree({ now: after(299) })).toMatchObject([{ free_nodes: 1, fits: { ethernet: [1, 2, 4, 8] } }]);
      expect(await scheduleAll({ now: after(299) })).toEqual({ placed: 1 });
      expect([(await readPlaced(own.resv_guid)).state, (await readPlaced(theirs.resv_guid)).state]).toEqual([
        ...["queued", "placing"],
      ]);
    });

    test("starts nothing there for that customer, as Rent, the key's free capacity and the reason to wait show", async () => {
      await aNode();
      await failTemplate(one);
      const { resv_guid: resvGuid } = await enqueue(one, { gpu_min: 8 });
      const fits = async ({ tenantId, userId }: TenantInWorld) => {
        const { free, avoids } = await readOffer({ viewer: { tenantId, userId }, now: after(299) });
        return [free[0]?.fits["ethernet"], avoids];
      };
      expect(await fits(one)).toEqual([[], true]);
      expect(await fits(other)).toEqual([[1, 2, 4, 8], false]);
      const waits = async (seconds: number) => await readQueueWaits({ tenantId: one.tenantId, now: after(seconds) });
      expect((await waits(299))[resvGuid]?.fits).toBe(false);
      expect((await waits(301))[resvGuid]?.fits).toBe(true);
    });

    test("does not let a hold of that customer keep the node from others meanwhile", async () => {
      await aNode();
      await failTemplate(one);
      const own = await enqueue(one, { gpu_min: 8 });
      await db.query(`update task set accepted_at = $2::timestamptz - interval '1 hour' where resv_guid = $1`, [
        ...[own.resv_guid, now],
      ]);
      await enqueue(other, { gpu_min: 8 });
      expect(await scheduleAll({ now: after(299) })).toEqual({ placed: 1 });
      expect(await db.query(`select from row_hold`)).toEqual([]);
    });

    test("of several customers makes none but them avoid the node", async () => {
      await aNode();
      await failTemplate(one);
      await failTemplate(other);
      await enqueue(other, { gpu_min: 8 });
      expect(await scheduleAll({ now: after(299) })).toEqual({ placed: 0 });
      await enqueue(await aTenant({ dollars: 100 }), { gpu_min: 8 });
      expect(await scheduleAll({ now: after(299) })).toEqual({ placed: 1 });
    });
  });

  test("counts its money once when it is repeated", async () => {
    await aNode();
    await aNode();
    const poor = await aTenant({ dollars: 0 });
    await credit({ tenantId: poor.tenantId, dollars: 0.16, now });
    const { resv_guid } = await reserve(poor);
    await failPlacement(resv_guid);
    expect(await scheduleAll({ now })).toEqual({ placed: 1 });
  });
});

test("two schedulers and a flood of concurrent starts use no GPU twice and waste none", async () => {
  for (let count = 0; count < 4; count += 1) await aNode();
  for (let count = 0; count < 20; count += 1) await enqueue(count % 2 ? one : other);
  const starts = Array.from({ length: 20 }, (_, count) => reserve(count % 2 ? one : other).catch(() => null));
  await Promise.all([scheduleAll({ now }), ...starts, scheduleAll({ now }), scheduleAll({ now })]);
  expect(await doublyHeldGpus()).toBe(0);
  expect(await db.query(`select from held_gpu`)).toHaveLength(32);
});

describe("a long queue (S13)", () => {
  const row = { clusterName: "fra1", gpuType: "a5000" };
  const run = (seconds: number) => scheduleAll({ now: new Date(now.getTime() + seconds * 1000), longQueue: 1 });
  let occupant: string;
  let waiting: string;

  beforeEach(async () => {
    const node = await aNode({ nodeName: "fra1-a" });
    occupant = await occupy(other, node, 8);
    ({ resv_guid: waiting } = await enqueue(one, { gpu_min: 1 }));
    // The first run writes the position, the second one remembers what it saw.
    await run(0);
    await run(1);
  });

  test("is not planned while nothing has changed, is after 5 s, and at once after a change", async () => {
    await transaction(async (tx) => {
      await lockRow(tx, row);
      // A plan would wait for the lock of the row.
      expect(await run(2)).toEqual({ placed: 0 });
      await expect(run(6)).rejects.toThrow(/lock timeout/);
    });
    await vacate(occupant);
    expect(await run(3)).toEqual({ placed: 1 });
    expect((await readPlaced(waiting)).state).toBe("placing");
  });

  test.each([
    ["a task more", () => enqueue(one, { gpu_min: 1 })],
    [
      "a task less",
      () => db.query(`update task set state = 'killed', finished_at = now() where resv_guid = $1`, [waiting]),
    ],
    ["a task that moves up", () => db.query(`update task set moved_up_at = now() where resv_guid = $1`, [waiting])],
    ["a GPU that is free", () => vacate(occupant)],
    ["a node more", () => aNode()],
    ["a node that falls ill", () => db.query(`update node set health = 'error' where node_name = 'fra1-a'`)],
    ["a port of InfiniBand", () => db.query(`update node set ibs_active = 1 where node_name = 'fra1-a'`)],
    ["a price", () => db.query(`update price set pph_cents = pph_cents + 1 where gpu_type = 'a5000'`)],
    ["a credit", () => credit({ tenantId: one.tenantId, dollars: 5, now })],
    [
      "a discount",
      () =>
        db.query(`insert into tenant_discount (tenant_id, percent, from_at, created_at) values ($1, 10, $2, $2)`, [
          one.tenantId,
          now,
        ]),
    ],
    [
      "a task of the same tenant elsewhere",
      () => db.query(`update task set tenant_id = $1 where resv_guid = $2`, [one.tenantId, occupant]),
    ],
    [
      "a hold",
      () =>
        db.query(
          `insert into row_hold (cluster_name, gpu_type, resv_guid, node_ids, since) values ('fra1', 'a5000', $1, '{1}', now())`,
          [waiting],
        ),
    ],
  ])("has changed: %s", async (_, change) => {
    const before = await readRowState(db, row, now);
    await change();
    expect(await readRowState(db, row, now)).not.toBe(before);
  });

  test("has not changed: a node that reports again", async () => {
    const before = await readRowState(db, row, now);
    await db.query(`update node set reported_at = now()`);
    expect(await readRowState(db, row, now)).toBe(before);
  });
});
