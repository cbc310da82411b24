import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/platform/db.server";
import { loader as taskOf } from "~/compute/api/tasks/task";
import { loader as metricsOf } from "~/compute/api/tasks/task-metrics";
import { loader as jobsOf } from "~/compute/api/tasks/jobs";
import { loader as statsOf } from "~/staff/api/users/get-stats";
import { loader as security } from "~/accounts/screens/security/route";
import { action, loader } from "~/staff/screens/user-by-id/route";
import { loader as byTenant } from "~/staff/screens/user-by-tenant/route";
import { writeAudit } from "~/platform/write-audit.server";
import { theCatalogue } from "../../../support/world";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { answerOf, aVisit, get, post, type Visit } from "../../../accounts/database/screens/visit";

let staff: Staff;
let params: { id: string };
let path: string;
let resvGuid: string;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  params = { id: String(staff.tenant.userId) };
  path = `/users/view/${params.id}`;
  resvGuid = randomUUID();
  await db.query(
    `insert into task (resv_guid, tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at)
     values ($1, $2, 'waits', 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'queued', 95, 95, now(), now())`,
    [resvGuid, staff.tenant.tenantId],
  );
});

const access = async (visit: Visit = staff.customer, search = "") =>
  (await security(get(visit, `/user/security${search}`))).staffAccess;
const rowsOf = async () => (await access())?.rows.map(({ role, action: what, reason }) => [role, what, reason]);
const send = async (visit: Visit, fields: Record<string, string>) =>
  await answerOf(await action(post(visit, path, fields, params)));

describe("Staff access, on the customer's security screen", () => {
  test("is empty until staff access the account, and never lists the customer's own acts", async () => {
    await writeAudit({
      ...{ userId: staff.tenant.userId, action: "api-key.show", target: `user:${params.id}` },
      ...{ tenantId: staff.tenant.tenantId, requestId: "", now: new Date() },
    });
    expect(await access()).toEqual({ rows: [], next: null, isFirst: true });
  });

  test("lists an opened account once per staff user and 15 minutes, however often it is reloaded", async () => {
    const visits = Array.from({ length: 4 }, () => loader(get(staff.support, path, params)));
    const { tenantName } = staff.tenant;
    await Promise.all([...visits, byTenant(get(staff.support, `/users/stats/${tenantName}`, { tenantName }))]);
    await statsOf(get(staff.support, `/users/get_stats/${params.id}`, { user_id: params.id }));
    expect(await rowsOf()).toEqual([["support", "user.view", ""]]);
    await loader(get(staff.admin, path, params));
    expect(await rowsOf()).toHaveLength(2);
    await db.query(`alter table audit_row disable trigger user`);
    await db.query(`update audit_row set at = at - interval '15 minutes 1 second' where role = 'support'`);
    await db.query(`alter table audit_row enable trigger user`);
    await loader(get(staff.support, path, params));
    expect(await rowsOf()).toHaveLength(3);
  });

  test("lists reads of a task, its load or the list of tasks (3.1), but not the customer's own", async () => {
    const task = (visit: Visit) => taskOf(get(visit, `/v1/tasks/${resvGuid}`, { resv_guid: resvGuid }));
    const before = (await rowsOf())?.length ?? 0;
    await task(staff.customer);
    await jobsOf(get(staff.customer, "/v1/jobs"));
    expect(await rowsOf()).toHaveLength(before);
    await task(staff.operator);
    await metricsOf(get(staff.operator, `/v1/tasks/${resvGuid}/metrics`, { resv_guid: resvGuid }));
    await jobsOf(get(staff.operator, `/v1/jobs?account=${staff.tenant.tenantName}`));
    expect((await access())?.rows.slice(0, 2)).toMatchObject([
      { role: "operator", action: "tasks.view" },
      { role: "operator", action: "task.view", taskName: "waits", target: `task:${resvGuid}` },
    ]);
    expect(await rowsOf()).toHaveLength(before + 2);
  });

  test("lists changes, with the reason if one was required, without names and without a comment's text", async () => {
    await send(staff.operator, { intent: "comment", body: "A secret remark." });
    await send(staff.operator, { intent: "vote", comment: "1" });
    await send(staff.operator, { intent: "kill-task", resv_guid: resvGuid });
    const given = {
      intent: "adjust-balance",
      dollars: "5.00",
      reason: "Outage <b>of</b> 山田",
      form_key: randomUUID(),
    };
    await send(staff.admin, given);
    await send(staff.admin, { intent: "set-role", role: "support" });
    await send(staff.admin, { intent: "set-role", role: "customer" });
    await send(staff.admin, { intent: "suspend", reason: "Unpaid" });
    await send(staff.admin, { intent: "restore" });
    await send(staff.admin, { intent: "reset-two-factor" });
    const customer = await aVisit({ userId: staff.tenant.userId });
    const shown = await access(customer);
    expect(
      shown?.rows.slice(0, 8).map(({ role, action: what, reason, change }) => [role, what, reason, change]),
    ).toEqual([
      ["admin", "user.reset-two-factor", "", ""],
      ["admin", "user.restore", "", ""],
      ["admin", "user.suspend", "Unpaid", ""],
      ["admin", "user.set-role", "", "role: support → customer"],
      ["admin", "user.set-role", "", "role: customer → support"],
      ["admin", "balance.adjust", "Outage <b>of</b> 山田", ""],
      ["operator", "task.stop", "", ""],
      ["operator", "user.comment", "", ""],
    ]);
    expect(shown?.rows.find((row) => row.action === "balance.adjust")?.cents).toBe(500);
    expect(JSON.stringify(shown)).not.toMatch(/secret remark|@|userId/);
  });

  test("lists each row once over all pages, and none to another tenant", async () => {
    const customer = await aVisit({ userId: staff.tenant.userId });
    const seen: string[] = [];
    let search = "";
    for (;;) {
      const page = await access(customer, search);
      seen.push(...(page?.rows ?? []).map(({ key }) => key));
      if (!page?.next) break;
      search = `?staff_after=${page.next}`;
    }
    const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
      `select count(*)::int as count from audit_row where tenant_id = $1`,
      [staff.tenant.tenantId],
    );
    expect(seen).toHaveLength(count);
    expect(new Set(seen).size).toBe(count);
    expect((await access(staff.operator))?.rows).toEqual([]);
  });
});
