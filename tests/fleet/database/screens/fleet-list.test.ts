import { beforeAll, describe, expect, it } from "vitest";
import { db, transaction } from "~/platform/db.server";
import { M } from "~/messages";
import { setModes } from "~/fleet/inside/nodes/set-modes.server";
import { factsOf } from "~/platform/http/request-facts.server";
import type { MapNode } from "~/fleet/screens/nodes/map-nodes";
import { action, loader } from "~/fleet/screens/nodes/route";
import { anAdmin, aNode, aTenant, type NodeInWorld, theCatalogue } from "../../../support/world";
import { occupy } from "../../../compute/database/capacity/reserving";
import { answerOf, get, noticeOf, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";

const PATH = "/dashboard/nodes";
const NODES = 120;

let staff: Staff;
const nodes: NodeInWorld[] = [];

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  for (let number = 1; number <= NODES; number += 1) {
    const gpuType = number % 2 ? "a5000" : "a100";
    nodes.push(await aNode({ nodeName: `fra1-n${number}`, gpuType, health: number === 7 ? "dead" : "healthy" }));
  }
  const tenant = await aTenant();
  for (const node of nodes.slice(0, 3)) await occupy(tenant, node, 2);
});

const shown = async (query = "", visit: Visit = staff.operator) => {
  const screen = await loader(get(visit, PATH + query));
  return { ...screen, lines: screen.rows, squares: JSON.parse(screen.map) as MapNode[] };
};
const send = async (fields: Record<string, string>, query = "", visit: Visit = staff.operator) =>
  await answerOf(await action(post(visit, PATH + query, fields)));
const modeOf = async (name: string) =>
  (await db.query<{ drain: number }>(`select drain from node where node_name = $1`, [name]))[0]?.drain;
/** A form with the same field several times. */
async function sendSelected(names: string[], flag: string, visit = staff.operator) {
  const args = post(visit, PATH, {});
  const body = new URLSearchParams([
    ["_token", visit.token],
    ["intent", "ask-modes"],
    ["flag", flag],
    ...names.map((name) => ["node", name]),
  ]);
  const request = new Request(args.request.url, { method: "POST", headers: args.request.headers, body });
  return await answerOf(await action({ ...args, request }));
}

describe("A large fleet", () => {
  it("is a list of 50 lines a page with a map of all, or cards by choice", async () => {
    const first = await shown();
    expect(first).toMatchObject({ list: true, found: NODES, page: 1, pages: 3, views: [] });
    expect(first.lines).toHaveLength(50);
    expect(first.squares).toHaveLength(NODES);
    expect(first.lines[0]).toMatchObject({ node_name: "fra1-n7", health: "dead" });
    expect((await shown("?page=3")).lines).toHaveLength(20);
    expect((await shown("?page=1e1")).page).toBe(1);
    expect((await shown("?page=99")).page).toBe(3);
    const cards = await shown("?view=cards");
    expect(cards).toMatchObject({ list: false, pages: 5 });
    expect([cards.views.length, cards.lines.length, cards.squares.length]).toEqual([24, 0, NODES]);
  });

  it("shows for each line which GPUs are held, by how many tasks and by which tenants", async () => {
    const line = (await shown("?q=fra1-n2&sort=name")).lines.find((row) => row.node_name === "fra1-n2");
    expect(line).toMatchObject({ cells: "aa......", used: 2, tasks: 1, tenants: 1, health: "healthy", drain: 0 });
    expect(line?.tenant_names).toMatch(/^[a-z0-9-]+$/);
    const { counts, gpus } = await shown();
    expect([counts.nodes, counts.attention]).toEqual([NODES, 1]);
    expect([gpus.busy, gpus.inService + gpus.outOfService]).toEqual([6, NODES * 8]);
  });

  it("names the tenant of every task that still holds GPUs, in any state", async () => {
    const [held] = await db.query<{ resv_guid: string }>(
      `select p.resv_guid from placement p join node n on n.id = p.node_id where n.node_name = 'fra1-n3' and p.ended_at is null`,
    );
    const [before] = (await shown("?q=fra1-n3&sort=name")).lines;
    await db.query(`update task set state = 'queued' where resv_guid = $1`, [held?.resv_guid]);
    const [after] = (await shown("?q=fra1-n3&sort=name")).lines;
    await db.query(`update task set state = 'running' where resv_guid = $1`, [held?.resv_guid]);
    expect([{ ...after, now_ts: before?.now_ts }, before?.tenants]).toEqual([before, 1]);
  });

  it("is searched by tenants, and filtered by the address", async () => {
    const [line] = (await shown("?sort=-used")).lines;
    expect((await shown(`?q=${line?.tenant_names.toUpperCase()}`)).found).toBe(3);
    expect((await shown("?gpu=a100&health=healthy&sort=-name")).found).toBe(60);
    expect((await shown("?gpu=a100&cluster=ams2")).found).toBe(0);
  });

  it("is available as a CSV file with the same filters, all pages of it", async () => {
    const args = get(staff.support, `${PATH}?format=csv&gpu=a5000&page=2`);
    await thrownBy(loader(args));
    const text = (await factsOf(args).file?.text()) ?? "";
    const lines = text.trim().split("\r\n");
    expect(lines[0]).toContain("Node,Cluster,GPU type,Mode,Health");
    expect(lines).toHaveLength(1 + 60);
    expect(text).toMatch(/fra1-n7,fra1,a5000,Norm,dead,0,false,8,0,0,,/);
  });
});

describe("A mode for several nodes", () => {
  it("is confirmed first, with its effect, and changes nothing yet", async () => {
    const asked = await sendSelected(["fra1-n1", "fra1-n2", "fra1-n9"], "1");
    expect(asked).toMatchObject({
      status: 422,
      data: {
        askModes: {
          nodes: ["fra1-n1", "fra1-n2", "fra1-n9"],
          ...{ drain: 1, already: 0, tasks: 2, tenants: 1, gpus: 4, plans: 0 },
        },
      },
    });
    expect(await modeOf("fra1-n1")).toBe(0);
  });

  it("is then set, once however often the form is sent, and audited for each node", async () => {
    const fields = { intent: "set-modes", flag: "1", nodes: "fra1-n1 fra1-n2 fra1-n9" };
    expect((await send(fields, "?view=list")).location).toBe(`${PATH}?view=list`);
    expect(await noticeOf(staff.operator)).toMatchObject({ message: "Mode of 3 nodes set to Drain." });
    expect([await modeOf("fra1-n1"), await modeOf("fra1-n9")]).toEqual([1, 1]);
    await send(fields);
    expect(await noticeOf(staff.operator)).toMatchObject({
      message: "Mode of 0 nodes set to Drain. 3 had that mode already.",
    });
    const rows = await db.query(`select from audit_row where target = 'node:fra1-n1' and action = 'node.drain'`);
    expect(rows).toHaveLength(1);
  });

  it("may be set for all nodes of the list at the address", async () => {
    const asked = await send({ intent: "ask-modes", flag: "2", all: "1" }, "?gpu=a100&mode=0");
    const { askModes } = asked.data as { askModes: { nodes: string[] } };
    expect(askModes.nodes).toHaveLength(59);
    expect(askModes.nodes).not.toContain("fra1-n2");
  });

  it("that one node refuses is reported for that node, and set for the others", async () => {
    const answer = await send({ intent: "set-modes", flag: "2", nodes: "fra1-n20 gone fra1-n22" });
    expect(answer).toMatchObject({
      status: 422,
      data: {
        modesFailed: { drain: 2, done: { changed: 2, already: 0, failed: [{ node: "gone", message: M.noSuchNode }] } },
      },
    });
    expect([await modeOf("fra1-n20"), await modeOf("fra1-n22")]).toEqual([2, 2]);
  });

  it("needs a node and a mode, and an operator", async () => {
    expect(await sendSelected([], "1")).toMatchObject({ status: 422, data: { message: "Select at least one node." } });
    expect(await sendSelected(["gone"], "1")).toMatchObject({ data: { message: "Select at least one node." } });
    expect(await sendSelected(["fra1-n1"], "9")).toMatchObject({ data: { message: M.wrongDrainFlag } });
    const refused = await thrownBy(
      action(post(staff.support, PATH, { intent: "set-modes", flag: "0", nodes: "fra1-n1" })),
    );
    expect(refused.status).toBe(403);
  });

  it("by the switch of one line is set at once", async () => {
    expect((await send({ intent: "one-mode", one: "1 fra1-n30" })).status).toBe(303);
    expect(await modeOf("fra1-n30")).toBe(1);
    expect(await send({ intent: "one-mode", one: "7 fra1-n30" })).toMatchObject({
      data: { message: M.wrongDrainFlag },
    });
    expect(await send({ intent: "one-mode", one: "1 nowhere" })).toMatchObject({ data: { message: M.noSuchNode } });
  });

  it("continues after a fault of one node", async () => {
    await db.query(
      `create function refuse_n40() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`,
    );
    await db.query(
      `create trigger refuse before update on node for each row when (old.node_name = 'fra1-n40') execute function refuse_n40()`,
    );
    const by = { userId: (await anAdmin()).userId, requestId: "test", now: new Date() };
    const done = await setModes({ nodeNames: ["fra1-n39", "fra1-n40", "fra1-n41"], drain: 1, ...by });
    await transaction((tx) => tx.query(`drop trigger refuse on node`));
    expect(done).toMatchObject({ changed: 2, failed: [{ node: "fra1-n40", message: M.busy }] });
    expect(done.faults).toHaveLength(1);
  });
});

describe("Rack and labels of several nodes", () => {
  const named = async (name: string) =>
    (
      await db.query<{ rack: string; labels: string[] }>(`select rack, labels from node where node_name = $1`, [name])
    )[0];

  it("are shown as they are, changed on each node, and audited", async () => {
    await db.query(`update node set rack = 'R1', labels = '{generation=2023,water}' where node_name = 'fra1-n30'`);
    const asked = await sendSelected(["fra1-n30", "fra1-n31"], "labels");
    expect(asked).toMatchObject({
      status: 422,
      data: {
        askLabels: {
          nodes: ["fra1-n30", "fra1-n31"],
          racks: [
            { name: "", nodes: 1 },
            { name: "R1", nodes: 1 },
          ],
        },
      },
    });
    const fields = { intent: "set-labels", nodes: "fra1-n30 fra1-n31", add: "generation=2024", remove: "water" };
    expect((await send(fields)).status).toBe(303);
    expect(await named("fra1-n30")).toEqual({ rack: "R1", labels: ["generation=2024"] });
    expect(await named("fra1-n31")).toEqual({ rack: "", labels: ["generation=2024"] });
    expect((await send({ ...fields, rack: "R9" })).status).toBe(303);
    expect((await named("fra1-n31"))?.rack).toBe("R9");
    await send({ intent: "set-labels", nodes: "fra1-n31", no_rack: "1", remove: "generation" });
    expect(await named("fra1-n31")).toEqual({ rack: "", labels: [] });
    const acts = await db.query(`select from audit_row where action = 'node.labels' and target = 'node:fra1-n31'`);
    expect(acts).toHaveLength(3);
  });

  it("are refused with what was typed, and reported for the node that fails", async () => {
    const typed = { rack: "R/!", add: "", remove: "" };
    const wrong = await send({ intent: "set-labels", nodes: "fra1-n30", ...typed });
    expect(wrong).toMatchObject({ status: 422, data: { askLabels: { typed, errors: { rack: M.wrongRack } } } });
    expect((await send({ intent: "set-labels", nodes: "fra1-n30" })).data).toMatchObject({
      askLabels: { errors: { "": M.noLabelChange } },
    });
    expect((await send({ intent: "set-labels", nodes: "fra1-n30 gone", add: "air" })).data).toMatchObject({
      labelsFailed: { changed: 1, failed: [{ node: "gone", message: M.noSuchNode }] },
    });
    const refused = await thrownBy(action(post(staff.support, PATH, { intent: "set-labels", nodes: "fra1-n30" })));
    expect(refused.status).toBe(403);
  });
});

describe("A drain of several nodes", () => {
  it("is planned for the ticked nodes, or for the list at the address", async () => {
    expect(await sendSelected(["fra1-n40", "fra1-n41"], "plan")).toMatchObject({
      status: 303,
      location: "/dashboard/maintenance/new?node=fra1-n40&node=fra1-n41",
    });
    const all = await send({ intent: "ask-modes", flag: "plan", all: "1" }, "?rack=R7&page=2&sort=name");
    expect(all.location).toBe("/dashboard/maintenance/new?rack=R7");
    expect(await sendSelected([], "plan")).toMatchObject({
      status: 422,
      data: { message: "Select at least one node." },
    });
  });
});
