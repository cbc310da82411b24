import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { scheduleAll } from "~/compute/schedule.server";
import { action, loader } from "~/compute/screens/scheduled/route";
import { answerOf, get, post, thrownBy } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { emptyCapacity } from "../capacity/reserving";
import { aTask, aTenantRow } from "../tasks/support";

let staff: Staff;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
});
beforeEach(emptyCapacity);

const PATH = "/dashboard/scheduled";
const act = (who: Staff["operator"], fields: Record<string, string>, path = PATH) => action(post(who, path, fields));
const shown = async (who = staff.operator) => {
  const { clusters, ...rest } = await loader(get(who, PATH));
  return { rows: clusters.flatMap(({ parts }) => parts.flatMap(({ rows }) => rows)), ...rest };
};
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe("An operator moves a waiting task up", () => {
  test("with a reason: the scheduler serves it first, the customer reads why, and the list shows it", async () => {
    const { tenantId } = await aTenant({ dollars: 100 });
    await aTask({ tenantId, state: "queued", taskName: "first", gpus: 2, acceptedAt: ago(300) });
    const moved = await aTask({ tenantId, state: "queued", taskName: "moved", gpus: 2, acceptedAt: ago(30) });
    const last = await aTask({ tenantId, state: "queued", taskName: "last", gpus: 2, acceptedAt: ago(20) });
    const move = (resv_guid: string, reason: string) => act(staff.operator, { intent: "move-up", resv_guid, reason });
    expect((await answerOf(await move(moved, " "))).status).toBe(422);
    expect(await answerOf(await move(moved, "a deadline"))).toMatchObject({ status: 303 });
    await scheduleAll({ now: new Date() });
    expect((await shown()).rows.map(({ task_name, moved_up }) => [task_name, moved_up])).toEqual([
      ["moved", 1],
      ["first", 0],
      ["last", 0],
    ]);
    await move(last, "a promise");
    await aNode({ gpus: 4 });
    await scheduleAll({ now: new Date() });
    expect((await shown()).rows.map(({ task_name, position }) => [task_name, position])).toEqual([["first", 1]]);
    const rows = await db.query(
      `select action, target, reason, tenant_id as "tenantId" from audit_row where target = $1`,
      [`task:${moved}`],
    );
    expect(rows).toEqual([{ action: "task.move-up", target: `task:${moved}`, reason: "a deadline", tenantId }]);
    // It has started.
    expect((await answerOf(await move(moved, "again"))).status).toBe(422);
  });

  test("support cannot, and sees no actions", async () => {
    const resv_guid = await aTask({ tenantId: await aTenantRow(), state: "queued" });
    const refused = await thrownBy(act(staff.support, { intent: "move-up", resv_guid, reason: "a deadline" }));
    expect(refused.status).toBe(403);
    expect((await shown(staff.support)).mayAct).toBe(false);
  });
});

test("An operator's message reaches the customer as a notification and a mail, once, and is audited", async () => {
  const { tenantId } = await aTenant({ dollars: 0 });
  const resv_guid = await aTask({ tenantId, state: "queued", taskName: "train" });
  const tell = (text: string) => act(staff.operator, { intent: "tell", resv_guid, text }, `${PATH}?task=${resv_guid}`);
  expect((await answerOf(await tell(""))).status).toBe(422);
  for (const _ of [1, 2]) {
    const told = await answerOf(await tell("More GPUs arrive on Monday."));
    expect(told).toMatchObject({ status: 303, location: PATH });
  }
  const told = await db.query(`select human_readable_message as message, url from notification where tenant_id = $1`, [
    tenantId,
  ]);
  expect(told).toEqual([{ message: "About your task train: More GPUs arrive on Monday.", url: `/tasks/${resv_guid}` }]);
  const mails = await db.query<{ subject: string }>(`select subject from mail where cause like 'told:' || $1 || ':%'`, [
    resv_guid,
  ]);
  expect(mails).toEqual([{ subject: "About your task train" }]);
  const audited = await db.query(`select after from audit_row where action = 'task.tell' and target = $1`, [
    `task:${resv_guid}`,
  ]);
  expect(audited[0]).toEqual({ after: { text: "More GPUs arrive on Monday." } });
});

test("An operator ends a waiting task: it leaves the queue, and its customer is notified", async () => {
  const { tenantId, tenantName } = await aTenant({ dollars: 0 });
  const resv_guid = await aTask({ tenantId, state: "queued", taskName: "train" });
  await act(staff.operator, { intent: "end", resv_guid, tenant_name: tenantName });
  expect((await shown()).rows).toEqual([]);
  const [{ text = "" } = {}] = await db.query<{ text: string }>(
    `select human_readable_message as text from notification where tenant_id = $1`,
    [tenantId],
  );
  expect(text).toContain("Task train was killed");
});

test("A waiting task comes with all reasons, an estimate, and the nodes that are held for it", async () => {
  const poor = await aTask({ tenantId: (await aTenant({ dollars: 0 })).tenantId, state: "queued", position: 1 });
  await db.query(`update task set wait_reason = 'waiting_for_funds' where resv_guid = $1`, [poor]);
  const { tenantId } = await aTenant({ dollars: 100 });
  const rich = await aTask({ tenantId, state: "queued", gpus: 8, position: 2 });
  const node = await aNode({ gpus: 8 });
  await db.query(
    `insert into row_hold (cluster_name, gpu_type, resv_guid, node_ids, since) values ('fra1', 'a5000', $1, $2, now())`,
    [rich, [node.nodeId]],
  );
  await db.query(`update task set wait_reason = 'held' where resv_guid = $1`, [rich]);
  const { why } = await shown();
  expect(why[poor]?.reasons).toEqual([
    "for a free GPU",
    expect.stringMatching(/^for funds: \$\d+\.\d\d more$/),
    "1 node is kept free for another task of this queue",
  ]);
  expect(why[rich]).toMatchObject({
    estimate: "none: too few like it",
    hold: { nodes: [node.nodeName] },
  });
});
