import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { accessWords } from "~/platform/staff-access-words";
import { listStaffAccess } from "~/platform/list-staff-access.server";
import { action, loader } from "~/staff/screens/user-by-id/route";
import { loader as loaderByTenant } from "~/staff/screens/user-by-tenant/route";
import { theCatalogue } from "../../../support/world";
import { answerOf, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

let staff: Staff;
let path: string;
let params: { id: string };
let resvGuid: string;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  params = { id: String(staff.tenant.userId) };
  path = `/users/view/${params.id}`;
  resvGuid = await aQueuedTask(staff.tenant.tenantId);
});

const shown = async (visit: Visit = staff.support) => await loader(get(visit, path, params));
const send = async (visit: Visit, fields: Record<string, string>) =>
  await answerOf(await action(post(visit, path, fields, params)));

describe("The user detail", () => {
  it("is the same by id and by tenant", async () => {
    const { tenantName } = staff.tenant;
    const byTenant = await loaderByTenant(get(staff.support, `/users/stats/${tenantName}`, { tenantName }));
    expect(byTenant.user).toEqual((await shown()).user);
    expect(byTenant).toMatchObject({ user: { tenant_name: tenantName }, balance: { dollars_est: 100 } });
  });

  it("lists reservations, with 0 while they are active, and billing", async () => {
    const { reservations, billing_events } = await shown();
    expect(reservations).toMatchObject([{ resv_guid: resvGuid, gpus_min: 1, ts_finished: 0 }]);
    expect(billing_events).toMatchObject([{ bev_type: "topup", bev_dollars: -100 }]);
  });

  it("is a page of 404 for an unknown user", async () => {
    for (const id of ["999999", "x", "99999999999"]) {
      expect((await thrownBy(loader(get(staff.support, `/users/view/${id}`, { id })))).status).toBe(404);
    }
  });

  it("groups customers by tags, of which the customer reads only that they changed", async () => {
    const tags = async () => (await shown()).tags;
    expect((await send(staff.operator, { intent: "tags", tags: "VIP, late payer" })).status).toBe(303);
    expect(await tags()).toEqual(["late-payer", "vip"]);
    const refused = await send(staff.operator, { intent: "tags", tags: "a,".repeat(3) + "<b>" });
    expect([refused.status, await tags()]).toEqual([422, ["late-payer", "vip"]]);
    await send(staff.operator, { intent: "tags", tags: "vip" });
    await send(staff.operator, { intent: "tags", tags: "vip" });
    expect(await tags()).toEqual(["vip"]);
    const { rows } = await listStaffAccess({ tenantId: staff.tenant.tenantId, after: null });
    const changes = rows.filter(({ action: act }) => act === "tenant.tags");
    expect(changes).toMatchObject([{ change: "" }, { change: "" }]);
    await send(staff.operator, { intent: "tags" });
    expect(await tags()).toEqual([]);
  });

  it("lets support read and change nothing", async () => {
    expect((await shown(staff.support)).mayNote).toBe(false);
    const changes: Record<string, string>[] = [
      { intent: "comment", body: "x" },
      { intent: "kill-task", resv_guid: resvGuid },
    ];
    for (const fields of changes) {
      const refused = await thrownBy(action(post(staff.support, path, fields, params)));
      expect(refused.status).toBe(403);
    }
  });
});

describe("Images of a tenant's own", () => {
  it("are allowed and withdrawn by admins only, once each, and the customer can read that", async () => {
    const allow = { intent: "own-images", allowed: "1" };
    expect((await thrownBy(action(post(staff.operator, path, allow, params)))).status).toBe(403);
    expect((await shown()).ownImages).toBe(false);
    for (const _again of [1, 2]) expect(await send(staff.admin, allow)).toMatchObject({ status: 303 });
    expect((await shown()).ownImages).toBe(true);
    expect(await send(staff.admin, { ...allow, allowed: "0" })).toMatchObject({ status: 303 });
    expect((await shown()).ownImages).toBe(false);
    const rows = await db.query<{ action: string }>(
      `select action from audit_row where tenant_id = $1 and action like 'tenant.%-own-images' order by id`,
      [staff.tenant.tenantId],
    );
    expect(rows.map((row) => row.action)).toEqual(["tenant.allow-own-images", "tenant.withdraw-own-images"]);
    const { rows: read } = await listStaffAccess({ tenantId: staff.tenant.tenantId, after: null });
    expect(read.map((row) => accessWords(row.action))).toContain("Allowed images of your own");
  });
});

describe("Comments about a user", () => {
  it("are written by operators and voted on once each; the second vote undoes the first", async () => {
    expect((await send(staff.operator, { intent: "comment", body: "  Asked for 64 GPUs.  " })).status).toBe(303);
    const [comment] = (await shown()).comments ?? [];
    expect(comment).toMatchObject({ body: "Asked for 64 GPUs.", votes: 0 });
    const vote = { intent: "vote", comment: String(comment?.id) };
    const votes = async () => (await shown()).comments?.[0]?.votes;
    await send(staff.operator, vote);
    await send(staff.admin, vote);
    expect(await votes()).toBe(2);
    await send(staff.operator, vote);
    expect(await votes()).toBe(1);
  });

  it("are never empty nor above 2000 characters, and keep the typed text", async () => {
    expect((await send(staff.operator, { intent: "comment", body: " " })).status).toBe(422);
    const body = "x".repeat(2001);
    const refused = await send(staff.operator, { intent: "comment", body });
    expect(refused).toMatchObject({ status: 422, data: { lastResult: { initialValue: { body } } } });
  });

  it("of another user's page cannot be voted on here", async () => {
    const refused = action(post(staff.operator, path, { intent: "vote", comment: "99999" }, params));
    expect((await thrownBy(refused)).status).toBe(404);
  });
});

describe("Killing a customer's task", () => {
  it("is for operators, removes a queued task from the queue, and is audited", async () => {
    expect((await send(staff.operator, { intent: "kill-task", resv_guid: resvGuid })).status).toBe(303);
    expect(await noticeOf(staff.operator)).toMatchObject({ retcode: "OK" });
    expect((await shown()).reservations?.[0]?.ts_finished).toBeGreaterThan(0);
    const audited = await db.query(`select from audit_row where action like 'task.%'`);
    expect(audited).toHaveLength(1);
    expect((await send(staff.operator, { intent: "kill-task", resv_guid: resvGuid })).status).toBe(422);
  });
});

async function aQueuedTask(tenantId: number): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into task (resv_guid, tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key,
       state, accepted_gpu_pph, pph, accepted_at, state_at)
     values ($1, $2, 'waits', 'fra1', 'a5000', 1, 'ubuntu22-cuda12', 'ssh-ed25519 AAAA', 'queued', 95, 95, $3, $3)`,
    [id, tenantId, new Date()],
  );
  return id;
}
