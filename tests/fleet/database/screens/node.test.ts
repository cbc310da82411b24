import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/fleet/messages";
import { WRONG_EMPTY_BY } from "~/fleet/inside/nodes/drain-plan";
import { factsOf } from "~/platform/http/request-facts.server";
import { action, loader } from "~/fleet/screens/node/route";
import { loader as listLoader } from "~/fleet/screens/nodes/route";
import { aNode, aTenant, type NodeInWorld, type TenantInWorld, theCatalogue } from "../../../support/world";
import { occupy } from "../../../compute/database/capacity/reserving";
import { answerOf, aVisit, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

let staff: Staff;
let node: NodeInWorld;
let tenant: TenantInWorld;
let task: string;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  node = await aNode({ nodeName: "fra1-gpu-07" });
  tenant = await aTenant({ dollars: 10 });
  task = await occupy(tenant, node, 2);
  await db.query(
    `update task set started_at = now() - interval '1 hour', charged_to = now(), charged_seconds = 3600 where resv_guid = $1`,
    [task],
  );
});

const params = { nodeName: "fra1-gpu-07" };
const PATH = `/dashboard/nodes/${params.nodeName}`;
const shown = async (visit: Visit = staff.support) => await loader(get(visit, PATH, params));
const send = async (fields: Record<string, string>, visit: Visit = staff.operator) =>
  await answerOf(await action(post(visit, PATH, fields, params)));
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);

describe("The page of one node", () => {
  it("lists its tasks with tenant, start, price and the time that their money lasts (S16)", async () => {
    const screen = await shown();
    expect(screen.tasks).toMatchObject([
      {
        resv_guid: task,
        tenant_name: tenant.tenantName,
        state: "running",
        gpus: 2,
        gpus_all: 2,
        pph: 190,
        declared_ts: null,
      },
    ]);
    // $10 at $1.90 an hour are 5.26 hours.
    const left = (screen.tasks?.[0]?.money_ts ?? 0) - Date.now() / 1000;
    expect(left / 3600).toBeGreaterThan(5.2);
    expect(left / 3600).toBeLessThan(5.3);
    expect(screen.freeByTs).toBe(screen.tasks?.[0]?.money_ts);
  });

  it("keeps when a balance ends from staff who do not see money, since price and time make the balance (23.3)", async () => {
    await db.query(`insert into user_role (name, label, rights) values ('guard', 'Guard', '{fleet.see}')`);
    const { userId } = await aTenant({ dollars: 0 });
    await db.query(`update user_account set role = 'guard' where id = $1`, [userId]);
    const visit = await aVisit({ userId });
    expect(await shown(visit)).toMatchObject({ freeByTs: null, tasks: [{ money_ts: null, auto_top_up: false }] });
    const file = async (of: Visit) => {
      const args = get(of, `${PATH}?format=csv&table=tasks`, params);
      await thrownBy(loader(args));
      return await factsOf(args).file?.text();
    };
    expect(await file(visit)).toContain("Cents per hour,Declared end");
    expect(await file(visit)).not.toMatch(/Money|top-up/);
    expect(await file(staff.support)).toContain("Money runs out,Automatic top-up");
  });

  it("uses the end that the task declares, and knows none while a tenant has automatic top-up", async () => {
    await db.query(`update task set max_seconds = 7200 where resv_guid = $1`, [task]);
    const declared = (await shown()).freeByTs ?? 0;
    expect(Math.round(declared - Date.now() / 1000)).toBeLessThanOrEqual(3600);
    await db.query(`update task set max_seconds = 0 where resv_guid = $1`, [task]);
    await db.query(
      `insert into auto_top_up (tenant_id, state, threshold_cents, cents, month_cap_cents, state_at, updated_at)
       values ($1, 'watching', 500, 5000, 50000, now(), now())`,
      [tenant.tenantId],
    );
    expect(await shown()).toMatchObject({ freeByTs: null, tasks: [{ auto_top_up: true }] });
    await db.query(`delete from auto_top_up`);
  });

  it("shows the waiting tasks of its queue that it could hold, first ones first", async () => {
    const wait = async (name: string, gpus: number, network = "ethernet", position = 1, cluster = "fra1") =>
      await db.query(
        `insert into task (tenant_id, task_name, cluster_name, gpu_type, gpus_min, tenant_image, ssh_public_key, state,
           accepted_gpu_pph, pph, accepted_at, state_at, position, wait_reason, network)
         values ($1, $2, $6, 'a5000', $3, 'ubuntu22-cuda12', 'k', 'queued', 95, 95, now(), now(), $4, 'waiting_for_gpus', $5)`,
        [tenant.tenantId, name, gpus, position, network, cluster],
      );
    await wait("second", 8, "ethernet", 2);
    await wait("first", 1, "ethernet", 1);
    await wait("gang", 16, "ethernet", 3);
    await wait("needs-infiniband", 1, "infiniband", 4);
    await wait("elsewhere", 1, "ethernet", 1, "ams2");
    const { queue } = await shown();
    expect(queue?.first.map((row) => row.task_name)).toEqual(["first", "second", "gang"]);
    expect(queue?.all).toBe(3);
    const args = get(staff.support, `${PATH}?format=csv&table=waiting`, params);
    await thrownBy(loader(args));
    expect(await factsOf(args).file?.text()).toContain("1,first,");
  });

  it("shows incidents of the last 30 days and their outcome", async () => {
    await db.query(`update task set incidents = 2 where resv_guid = $1`, [task]);
    await db.query(`update placement set assigned_at = now() - interval '60 days' where resv_guid = $1`, [task]);
    await db.query(
      `insert into task_event (resv_guid, at, from_state, to_state) values
         ($1, now() - interval '40 days', 'running', 'incident'), ($1, now() - interval '39 days', 'incident', 'running'),
         ($1, now() - interval '2 days', 'running', 'incident'), ($1, now() - interval '1 day', 'incident', 'running'),
         ($1, now() - interval '1 minute', 'running', 'incident')`,
      [task],
    );
    expect((await shown()).incidents?.map(({ became }) => became)).toEqual([null, "running"]);
  });

  it("is a page of 404 for an unknown node", async () => {
    const answer = await thrownBy(loader(get(staff.support, "/dashboard/nodes/nowhere", { nodeName: "nowhere" })));
    expect(answer.status).toBe(404);
  });
});

describe("Drain when empty by", () => {
  it("drains the node, keeps the date and appears in the history of its modes", async () => {
    const at = inHours(26);
    const answer = await send({ intent: "plan-work", at, note: "new fan" });
    expect(answer).toMatchObject({ status: 303, location: PATH });
    expect(JSON.stringify(await noticeOf(staff.operator))).toContain("fra1-gpu-07 takes no new tasks");
    const { view, changes } = await shown();
    const emptyByTs = Date.parse(`${at}:00Z`) / 1000;
    expect(view).toMatchObject({ emptyBy: { ts: emptyByTs, passed: false }, node: { drain: 1 } });
    expect(changes).toMatchObject([{ drain_before: 0, drain_after: 1, empty_by_ts: emptyByTs, by: "Test Person" }]);
  });

  it("returns the typed values when the time is invalid", async () => {
    for (const at of [inHours(-1), inHours(31 * 24), "soon", ""]) {
      const refused = await send({ intent: "plan-work", at });
      expect(refused).toMatchObject({ status: 422, data: { intent: "plan-work", message: WRONG_EMPTY_BY } });
      expect(refused.data).toMatchObject({ lastResult: { error: { at: [WRONG_EMPTY_BY] } } });
      if (at) expect(refused.data).toMatchObject({ lastResult: { initialValue: { at } } });
    }
  });

  it("makes a node that is still occupied after its date need attention", async () => {
    await db.query(`update drain_plan set empty_by = now() - interval '1 minute'`);
    expect((await shown()).view.emptyBy?.passed).toBe(true);
    const list = await listLoader(get(staff.support, "/dashboard/nodes?show=attention"));
    expect(list.views.map((view) => view.node.node_name)).toEqual(["fra1-gpu-07"]);
    expect(list.counts.attention).toBe(1);
  });

  it("is withdrawn by Norm", async () => {
    expect((await send({ intent: "one-mode", one: "0 fra1-gpu-07" })).status).toBe(303);
    expect((await shown()).view).toMatchObject({ emptyBy: null, node: { drain: 0 } });
  });

  it("is for operators and admins only", async () => {
    const fields = { intent: "plan-work", at: inHours(2) };
    expect((await thrownBy(action(post(staff.support, PATH, fields, params)))).status).toBe(403);
    expect(await shown(staff.support)).toMatchObject({ mayDrain: false });
    expect(await shown(staff.admin)).toMatchObject({ mayDrain: true });
  });
});

describe("A node's faults, on its page", () => {
  const opened = async () =>
    (
      await db.query<{ id: number }>(
        `insert into node_finding (node_id, name, gpu, gpu_id, severity, action, text, count, first_at, last_at, agent_ts)
         values ($1, 'xid-63', 'GPU-3', 3, 'warning', 'watch', 'Xid 63, memory row remapped or page retired', 2, now(), now(), 5)
         returning id`,
        [node.nodeId],
      )
    )[0]?.id ?? 0;

  it("are listed, among what needs attention, and cleared by an operator's form", async () => {
    const id = String(await opened());
    expect((await shown()).view.node.findings).toMatchObject([{ name: "xid-63", gpu_id: 3, count: 2 }]);
    const list = await listLoader(get(staff.support, "/dashboard/nodes?show=attention"));
    expect(list.counts.attention).toBe(1);
    expect((await thrownBy(action(post(staff.support, PATH, { intent: "clear-finding", id }, params)))).status).toBe(
      403,
    );
    expect((await send({ intent: "clear-finding", id })).status).toBe(303);
    expect(JSON.stringify(await noticeOf(staff.operator))).toContain("Cleared on fra1-gpu-07: Xid 63");
    expect((await shown()).view.node.findings).toEqual([]);
    expect((await shown()).past).toMatchObject([{ name: "xid-63", cleared_by: expect.any(String) as string }]);
    expect((await send({ intent: "clear-finding", id })).data).toMatchObject({
      message: "This finding has already been cleared.",
    });
  });

  it("maintenance is planned and withdrawn by forms, which keep the typed values when they are refused", async () => {
    const typed = { begin: "then", at: inHours(91 * 24), stay: "60", upgrade: "1" };
    const refused = await send({ intent: "plan-work", ...typed });
    expect(refused.data).toMatchObject({ message: M.wrongWork, lastResult: { initialValue: typed } });
    expect((await send({ intent: "plan-work", ...typed, at: inHours(5) })).status).toBe(303);
    const { planned, view } = await shown();
    expect(planned).toMatchObject({ window: { upgrade: true, auto_return: true, open: false } });
    expect(view.node.drain).toBe(0);
    expect((await send({ intent: "withdraw-window" })).status).toBe(303);
    expect((await shown()).planned).toMatchObject({ window: null });
  });

  it("work without an end takes the node out at once and lasts until staff set Norm", async () => {
    expect((await send({ intent: "plan-work", begin: "now", at: inHours(5), stay: "", upgrade: "1" })).status).toBe(
      303,
    );
    expect(await shown()).toMatchObject({
      planned: { window: { to_ts: null, auto_return: false } },
      view: { node: { drain: 1 } },
    });
    expect((await send({ intent: "withdraw-window" })).status).toBe(303);
    expect((await send({ intent: "one-mode", one: "0 fra1-gpu-07" })).status).toBe(303);
  });

  it("SSH through Millrace is refused where there is no gateway, and can always be taken back", async () => {
    expect((await shown()).sshHost).toBeNull();
    expect((await send({ intent: "ssh-gateway", on: "1" })).data).toMatchObject({
      message: "There is no SSH gateway here (SSH_GATEWAY_PORTS).",
    });
    await db.query(`update node set ssh_gateway = true where id = $1`, [node.nodeId]);
    expect((await thrownBy(action(post(staff.support, PATH, { intent: "ssh-gateway", on: "0" }, params)))).status).toBe(
      403,
    );
    expect((await send({ intent: "ssh-gateway", on: "0" })).status).toBe(303);
    expect((await shown()).view.node.ssh_gateway).toBe(false);
  });

  it("a self-test is requested if its agent has one", async () => {
    expect((await send({ intent: "self-test" })).data).toMatchObject({
      message: expect.stringContaining("MILLRACE_SELF_TEST_COMMAND") as string,
    });
    await db.query(`update node set chores_able = '{self-test}' where id = $1`, [node.nodeId]);
    expect((await send({ intent: "self-test" })).status).toBe(303);
    expect(await shown()).toMatchObject({
      view: { node: { awaits_test: true } },
      chores: { chores: [{ state: "wanted" }] },
    });
    expect((await send({ intent: "waive-self-test" })).status).toBe(303);
    expect((await shown()).view.node.awaits_test).toBe(false);
  });

  it("has a rack and labels that operators set, audited, and by which the list filters", async () => {
    await send({ intent: "labels", rack: " R1 ", labels: "water generation=2024" });
    expect(JSON.stringify(await noticeOf(staff.operator))).toContain("are saved");
    expect((await shown()).view.node).toMatchObject({ rack: "R1", labels: ["generation=2024", "water"] });
    const [row] = await db.query(`select before, after from audit_row where action = 'node.labels' order by id desc`);
    expect(row).toMatchObject({ before: { rack: "", labels: [] }, after: { rack: "R1" } });
    const found = async (query: string) => (await listLoader(get(staff.support, `/dashboard/nodes?${query}`))).found;
    expect([await found("rack=R1"), await found("label=generation"), await found("label=air")]).toEqual([1, 1, 0]);
    const refused = await send({ intent: "labels", rack: "R1", labels: "UPPER" });
    expect(JSON.stringify(refused)).toContain(M.wrongLabels);
    expect((await shown()).view.node.labels).toEqual(["generation=2024", "water"]);
  });
});
