import { beforeEach, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/messages";
import { WRONG_EMPTY_BY } from "~/fleet/inside/nodes/drain-plan";
import { planDrain } from "~/fleet/inside/nodes/plan-drain.server";
import { planWindow } from "~/fleet/inside/nodes/maintenance/plan-window.server";
import { retireNode } from "~/fleet/inside/nodes/retire-node.server";
import { setDrain } from "~/fleet/inside/nodes/set-drain.server";
import { notifyOfDrains } from "~/fleet/notify-of-drain.server";
import { anAdmin, aNode, type NodeInWorld, type TenantInWorld } from "../../../support/world";
import { vacate } from "../../../compute/database/capacity/reserving";
import { aNodeInUse, hours, NOW } from "./in-use";

const by = { userId: 0, requestId: "test" };

let node: NodeInWorld;
let tenant: TenantInWorld;
let task: string;

beforeEach(async () => {
  ({ node, tenant, task } = await aNodeInUse());
  by.userId = (await anAdmin()).userId;
});

const plan = async (emptyBy = hours(48), now = NOW, nodeName = node.nodeName) =>
  await planDrain({ nodeName, emptyBy, ...by, now });
const norm = async () => await setDrain({ nodeName: node.nodeName, drain: 0, ...by, now: NOW });
const notices = async (tenantId = tenant.tenantId) =>
  (
    await db.query<{ text: string }>(
      `select human_readable_message as text from notification where tenant_id = $1 order by id`,
      [tenantId],
    )
  ).map((row) => row.text);
const mails = async () =>
  await db.query<{ subject: string; text: string }>(
    `select subject, text from mail where to_address = $1 order by id`,
    [tenant.email],
  );
const taskName = async () =>
  (await db.query<{ name: string }>(`select task_name as name from task where resv_guid = $1`, [task]))[0]?.name ?? "";

describe("A node that must be empty by a date", () => {
  it("goes to Drain at once, and its tenants get the date by notice and mail, without the node's name", async () => {
    expect((await plan()).message).toBe(
      `${node.nodeName} takes no new tasks and must be empty by 03.03.2026 12:00 UTC.`,
    );
    const [stored] = await db.query(`select drain from node where id = $1`, [node.nodeId]);
    expect(stored).toEqual({ drain: 1 });
    const name = await taskName();
    expect(await notices()).toEqual([
      `The machine of your task ${name} will be taken out of service. Please kill or move the task by 03.03.2026 12:00 UTC.`,
    ]);
    const [mail] = await mails();
    expect(mail?.subject).toBe(`Please kill or move task ${name} by 03.03.2026 12:00 UTC`);
    expect(mail?.text).toContain(`/tasks/${task}`);
    expect(mail?.text).toContain("Millrace does not stop it");
    expect(JSON.stringify([await notices(), mail])).not.toContain(node.nodeName);
  });

  it("is audited with the previous state, once for the same date", async () => {
    await plan();
    await plan();
    const rows = await db.query(`select action, before, after from audit_row where target = $1`, [
      `node:${node.nodeName}`,
    ]);
    expect(rows).toEqual([
      {
        action: "node.drain-plan",
        before: { drain: 0, empty_by: null },
        after: { drain: 1, empty_by: "2026-03-03T12:00:00.000Z" },
      },
    ]);
    expect(await notices()).toHaveLength(1);
  });

  it("reminds a day and an hour before, each once however often the job runs, and never after the date", async () => {
    await plan();
    await notifyOfDrains({ now: hours(23) });
    expect(await notices()).toHaveLength(1);
    await notifyOfDrains({ now: hours(24) });
    await notifyOfDrains({ now: hours(24.5) });
    expect(await notices()).toHaveLength(2);
    await notifyOfDrains({ now: hours(47) });
    await notifyOfDrains({ now: hours(47.5) });
    await notifyOfDrains({ now: hours(49) });
    expect(await notices()).toHaveLength(3);
    expect((await mails()).map((mail) => mail.subject.startsWith("Reminder: "))).toEqual([false, true, true]);
  });

  it("after an outage during both reminders sends only the later one", async () => {
    await plan();
    await notifyOfDrains({ now: hours(47.2) });
    expect(await notices()).toHaveLength(2);
    await notifyOfDrains({ now: hours(47.3) });
    expect(await notices()).toHaveLength(2);
  });

  it("has no reminder that was due before the plan was made", async () => {
    await plan(hours(0.5));
    await notifyOfDrains({ now: hours(0.1) });
    expect(await notices()).toHaveLength(1);
    await plan(hours(20));
    await notifyOfDrains({ now: hours(1) });
    expect(await notices()).toHaveLength(2);
    await notifyOfDrains({ now: hours(19) });
    expect(await notices()).toHaveLength(3);
  });

  it("does not notify ended tasks, and stops none", async () => {
    await plan();
    const [running] = await db.query(`select state from task where resv_guid = $1`, [task]);
    expect(running).toEqual({ state: "running" });
    await vacate(task);
    await notifyOfDrains({ now: hours(24) });
    expect(await notices()).toHaveLength(1);
  });

  it("notifies again when the date changes", async () => {
    await plan();
    await plan(hours(72));
    expect((await notices()).map((text) => text.slice(-21))).toEqual([
      "03.03.2026 12:00 UTC.",
      "04.03.2026 12:00 UTC.",
    ]);
  });

  it("notifies a task on two such nodes of the earlier date only", async () => {
    const other = await aNode();
    await db.query(
      `insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at, rank)
       values ($1, $2, '{0}', 'running', 1, $3, 1)`,
      [task, other.nodeId, NOW],
    );
    await plan(hours(48));
    await plan(hours(72), NOW, other.nodeName);
    expect(await notices()).toHaveLength(1);
    await norm();
    expect(await notices()).toHaveLength(1);
    await notifyOfDrains({ now: hours(1) });
    expect((await notices()).at(-1)).toContain("04.03.2026 12:00 UTC");
  });

  it("is withdrawn by Norm, and notified tenants are informed once", async () => {
    await plan();
    await norm();
    await norm();
    expect((await notices()).slice(1)).toEqual([
      `The machine of your task ${await taskName()} stays in service. You do not need to kill or move the task.`,
    ]);
    expect(await mails()).toHaveLength(2);
    await notifyOfDrains({ now: hours(24) });
    expect(await notices()).toHaveLength(2);
  });

  it("stays planned in mode Upgrade, and Norm sends nothing to tenants who were never notified", async () => {
    await vacate(task);
    await plan();
    await setDrain({ nodeName: node.nodeName, drain: 2, ...by, now: NOW });
    expect(await db.query(`select from drain_plan where node_id = $1`, [node.nodeId])).toHaveLength(1);
    await norm();
    expect(await notices()).toEqual([]);
  });

  it("loses its plans with its retirement", async () => {
    await vacate(task);
    await plan();
    const work = { from: hours(48), to: hours(50), upgrade: false, autoReturn: true };
    await planWindow({ nodeName: node.nodeName, ...work, ...by, now: NOW });
    await retireNode({ nodeName: node.nodeName, ...by, now: NOW });
    expect(await db.query(`select from drain_plan where node_id = $1`, [node.nodeId])).toEqual([]);
    expect(await db.query(`select state from maintenance_window where node_id = $1`, [node.nodeId])).toEqual([
      { state: "withdrawn" },
    ]);
  });
});

describe("A date that cannot be", () => {
  it.each([
    ["in the past", hours(-1)],
    ["sooner than 10 minutes", hours(0.1)],
    ["later than 30 days", hours(30 * 24 + 1)],
  ])("is refused: %s", async (_, emptyBy) => {
    await expect(plan(emptyBy)).rejects.toThrow(WRONG_EMPTY_BY);
    const [stored] = await db.query(`select drain from node where id = $1`, [node.nodeId]);
    expect(stored).toEqual({ drain: 0 });
  });

  it("an unknown node is refused too", async () => {
    await expect(plan(hours(2), NOW, "nowhere")).rejects.toThrow(M.noSuchNode);
  });
});
