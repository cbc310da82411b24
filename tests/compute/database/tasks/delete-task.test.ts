import { beforeAll, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { deleteTask } from "~/compute/delete-task.server";
import type { Role } from "~/platform/role";
import { DOCUMENTED_RIGHTS } from "~/platform/staff-rights";
import { aTenant, theCatalogue, type TenantInWorld } from "../../../support/world";
import { aTask, stateOf } from "./support";

const now = new Date("2026-03-01T12:00:00Z");
let mine: TenantInWorld;
let other: TenantInWorld;

beforeAll(async () => {
  await theCatalogue();
  mine = await aTenant({ dollars: 0 });
  other = await aTenant({ dollars: 0 });
});

const as = ({ userId, tenantId, tenantName }: TenantInWorld, role: Role = "customer") => ({
  userId,
  tenantId,
  tenantName,
  staffRights: DOCUMENTED_RIGHTS[role],
});

test("24: a deleted queued task leaves the queue, and deleting it again is refused", async () => {
  const resvGuid = await aTask({ tenantId: mine.tenantId, state: "queued", taskName: "waits", position: 1 });
  const remove = () => deleteTask({ actor: as(mine), taskName: " waits ", now });
  expect(await remove()).toEqual({ message: "Task waits was removed from the queue." });
  const [task] = await db.query(
    `select state, position, finished_at, reason, billed_cents from task where resv_guid = $1`,
    [resvGuid],
  );
  expect(task).toEqual({
    state: "killed",
    position: null,
    finished_at: now,
    reason: "killed by you",
    billed_cents: 0,
  });
  await expect(remove()).rejects.toThrow("You have no unfinished task named waits.");
});

test("a placed task stops, and a repeated request while it stops is not refused", async () => {
  const resvGuid = await aTask({ tenantId: mine.tenantId, state: "running", taskName: "runs" });
  await db.query(
    `with node as (insert into node (node_name, node_key, cluster_name, node_type, gpu_type, gpus, ip_internal, port,
         agent_key_hash, health) values ('d1', 'd1', 'fra1', 'gpu8', 'a5000', 8, '10.0.0.1', 1, 'h', 'healthy') returning id)
     insert into placement (resv_guid, node_id, gpus, state, desired_version, assigned_at)
     select $1, id, '{0}', 'running', 1, $2 from node`,
    [resvGuid, now],
  );
  const remove = () => deleteTask({ actor: as(mine), taskName: "runs", now });
  expect(await remove()).toEqual({ message: "Task runs is being killed." });
  expect(await stateOf(resvGuid)).toBe("stopping");
  expect(await remove()).toEqual({ message: "Task runs is being killed." });
  const outbox = await db.query(`select from outbox where entity = 'desired'`);
  expect(outbox).toHaveLength(1);
});

test("a name is required, and another tenant's name is unknown", async () => {
  await aTask({ tenantId: other.tenantId, state: "queued", taskName: "theirs" });
  await expect(deleteTask({ actor: as(mine), taskName: " ", now })).rejects.toThrow("Task name is required.");
  await expect(deleteTask({ actor: as(mine), taskName: "theirs", now })).rejects.toThrow(
    "You have no unfinished task named theirs.",
  );
  for (const role of ["customer", "support"] as const) {
    await expect(
      deleteTask({ actor: as(mine, role), taskName: "theirs", account: other.tenantName, now }),
    ).rejects.toMatchObject({ details: { status: 403 } });
  }
});

test("an operator stops a customer's task: it is audited and the customer is notified", async () => {
  const resvGuid = await aTask({ tenantId: other.tenantId, state: "queued", taskName: "too-hot" });
  const actor = as(mine, "operator");
  await deleteTask({ actor, resvGuid, account: other.tenantName, requestId: "r-op", now });
  expect(await stateOf(resvGuid)).toBe("killed");
  expect(
    await db.query(`select user_id, action, request_id from audit_row where target = $1`, [`task:${resvGuid}`]),
  ).toEqual([{ user_id: mine.userId, action: "task.stop", request_id: "r-op" }]);
  expect(
    await db.query(`select human_readable_message as text from notification where tenant_id = $1`, [other.tenantId]),
  ).toEqual([{ text: "Task too-hot was killed: killed by an operator." }]);
});
