import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/platform/db.server";
import { M } from "~/fleet/messages";
import { planDrain } from "~/fleet/inside/nodes/plan-drain.server";
import { loader as calendar } from "~/fleet/screens/maintenance/route";
import { action as planAction, loader as planLoader } from "~/fleet/screens/plan-rolling/route";
import { action, loader } from "~/fleet/screens/rolling-drain/route";
import { loader as listLoader } from "~/fleet/screens/nodes/route";
import { readAttention } from "~/staff/screens/dashboard/read-attention.server";
import { answerOf, get, post, thrownBy, type Visit } from "../../../accounts/database/screens/visit";
import { occupy } from "../../../compute/database/capacity/reserving";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { anAdmin, aNode, aTenant, type NodeInWorld, theCatalogue } from "../../../support/world";
import { STAFF_RIGHT_NAMES } from "~/platform/staff-rights";

const NEW = "/dashboard/maintenance/new";
let staff: Staff;
let nodes: NodeInWorld[];
let id: string;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  nodes = [await aNode(), await aNode(), await aNode(), await aNode({ cluster: "ams2", gpuType: "a100" })];
  await db.query(`update node set rack = 'R7' where cluster_name = 'fra1'`);
  await occupy(await aTenant({ dollars: 10 }), nodes[1] ?? fail(), 2);
});

function fail(): never {
  throw new Error("no node");
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
const wish = () => ({
  ...{
    name: "Rack R7",
    nodes: nodes
      .slice(0, 3)
      .map(({ nodeName }) => nodeName)
      .join(" "),
  },
  ...{ empty_by: inHours(50), at_once: "1", stay: "60", note: "switch" },
});
const send = async (fields: Record<string, string>, visit: Visit = staff.operator) =>
  await answerOf(await action(post(visit, `/dashboard/maintenance/${id}`, fields, { rollingId: id })));
const shown = async (visit: Visit = staff.support) =>
  await loader(get(visit, `/dashboard/maintenance/${id}`, { rollingId: id }));

describe("Draining a rack", () => {
  it("finds its nodes, and proposes a Friday, two at a time", async () => {
    const screen = await planLoader(get(staff.operator, `${NEW}?rack=R7`));
    expect(screen.preview).toMatchObject({ tasks: 1, tenants: 1, gpus: 2, planned: [] });
    expect(screen.preview.nodes.map(({ tasks }) => tasks)).toEqual([0, 0, 1]);
    expect(screen.proposed).toMatchObject({ name: "Rack R7", at_once: "2" });
    expect(new Date(`${screen.proposed.empty_by}Z`).getUTCDay()).toBe(5);
    expect((await planLoader(get(staff.operator, NEW))).preview.nodes).toEqual([]);
    const ticked = await planLoader(get(staff.operator, `${NEW}?node=${nodes[3]?.nodeName}`));
    expect(ticked.preview.nodes.map(({ node_name }) => node_name)).toEqual([nodes[3]?.nodeName]);
  });

  it("shows its effects before anything changes, and warns when no node of a kind would serve", async () => {
    const asked = await planAction(post(staff.operator, NEW, { intent: "ask", ...wish(), at_once: "3" }));
    expect(asked).toMatchObject({ status: 422 });
    const { preview } = ((await (asked as Response).json()) as { asked: { preview: { emptied: string[] } } }).asked;
    expect(preview.emptied).toEqual(["a5000 in fra1"]);
    expect(await db.query(`select from rolling_drain`)).toEqual([]);
  });

  it.each([
    [{ at_once: "0" }, M.wrongRolling],
    [{ at_once: "many" }, M.wrongRolling],
    [{ name: "" }, M.wrongRolling],
    [{ empty_by: "soon" }, "Choose a time from 10 minutes to 30 days ahead."],
    [{ nodes: "" }, M.rollingNodes],
  ])("refuses %o with what to do", async (wrong, message) => {
    const refused = await answerOf(
      await planAction(post(staff.operator, NEW, { intent: "ask", ...wish(), stay: "norm", ...wrong })),
    );
    expect(refused).toMatchObject({ status: 422, data: { message } });
    // An empty stay would come back as the first choice of its list.
    expect(refused.data).toMatchObject({ lastResult: { initialValue: { stay: "norm" } } });
  });

  it("is for operators: support reads, customers do not", async () => {
    expect((await thrownBy(planLoader(get(staff.support, NEW)))).status).toBe(403);
    expect((await thrownBy(planAction(post(staff.support, NEW, { intent: "start", ...wish() })))).status).toBe(403);
    expect((await thrownBy(calendar(get(staff.customer, "/dashboard/maintenance")))).status).toBe(403);
  });

  it("starts, and appears in the calendar, the list and the search for attention", async () => {
    const begun = await answerOf(await planAction(post(staff.operator, NEW, { intent: "start", ...wish() })));
    expect(begun.location).toMatch(/^\/dashboard\/maintenance\/\d+$/);
    id = begun.location?.split("/").at(-1) ?? "";
    const screen = await shown();
    expect(screen).toMatchObject({
      plan: { name: "Rack R7", state: "running", counts: { all: 3, out: 1 } },
      mayChange: false,
    });
    await planDrain({
      ...{
        nodeName: nodes[3]?.nodeName ?? "",
        emptyBy: new Date(Date.now() + 7_200_000),
        userId: (await anAdmin()).userId,
      },
      ...{ requestId: "test", now: new Date() },
    });
    const { entries, rolling, strip, out } = await calendar(get(staff.support, "/dashboard/maintenance"));
    expect(entries.map(({ node, rolling: of }) => node?.node_name ?? of?.name)).toEqual([
      nodes[3]?.nodeName,
      "Rack R7",
    ]);
    expect(rolling).toMatchObject([{ counts: { all: 3, done: 0, out: 1, waiting: 2 } }]);
    expect([out, strip.rows.map(({ name, counts }) => [name, counts[0]])]).toEqual([
      2,
      [
        ["ams2", 1],
        ["fra1 · Rack R7", 3],
      ],
    ]);
    const { plans } = await listLoader(get(staff.support, "/dashboard/nodes"));
    expect(Object.values(plans).filter((plan) => plan.rolling?.name === "Rack R7")).toHaveLength(3);
    const again = await planLoader(get(staff.operator, `${NEW}?rack=R7`));
    expect(again.preview.planned[0]?.plan).toBe("rolling drain ‘Rack R7’");
  });

  it("is paused, changed, and let go on; nodes are taken out and marked as done", async () => {
    expect((await send({ intent: "pause" })).status).toBe(303);
    expect((await shown()).plan.state).toBe("paused");
    expect((await send({ intent: "change", empty_by: inHours(-1), at_once: "2" })).status).toBe(422);
    expect((await send({ intent: "change", empty_by: inHours(20), at_once: "2" })).status).toBe(303);
    expect((await send({ intent: "go-on" })).status).toBe(303);
    const { plan } = await shown();
    expect(plan).toMatchObject({ state: "running", at_once: 2 });
    const of = (turn: string) => plan.nodes.find((one) => one.turn === turn)?.node_name ?? "";
    await db.query(`update node set health = 'dead' where node_name = $1`, [of("out")]);
    const { concerns } = await readAttention({ viewer: { staffRights: STAFF_RIGHT_NAMES }, now: new Date() });
    expect(concerns.find(({ to }) => to === `/dashboard/maintenance/${id}`)?.text).toContain("is Dead");
    expect((await send({ intent: "leave", node: of("waiting") })).status).toBe(303);
    expect((await send({ intent: "done", node: of("out") })).status).toBe(303);
    expect((await send({ intent: "done", node: of("waiting") })).data).toMatchObject({ message: M.wrongTurn });
    expect(
      (await thrownBy(action(post(staff.support, "/dashboard/maintenance/1", { intent: "cancel" }, { rollingId: id }))))
        .status,
    ).toBe(403);
    expect((await send({ intent: "cancel" })).status).toBe(303);
    expect((await shown()).plan.state).toBe("cancelled");
    const { ended, rolling } = await calendar(get(staff.support, "/dashboard/maintenance"));
    expect([rolling, ended]).toMatchObject([[], { rows: [{ name: "Rack R7", counts: { done: 1 } }], more: false }]);
    expect((await calendar(get(staff.support, "/dashboard/maintenance?ended=2"))).ended.rows).toEqual([]);
    expect((await send({ intent: "cancel" })).data).toMatchObject({ message: M.noRolling });
    const acts = await db.query<{ action: string }>(`select action from audit_row where target = $1 order by id`, [
      `rolling-drain:${id}`,
    ]);
    expect(acts.map((act) => act.action)).toEqual(
      ["start", "pause", "change", "go-on", "left", "done", "cancel"].map((act) => `node.rolling-${act}`),
    );
  });

  it("is a page of 404 without a plan", async () => {
    for (const rollingId of ["999999", "x"])
      expect(
        (await thrownBy(loader(get(staff.support, `/dashboard/maintenance/${rollingId}`, { rollingId })))).status,
      ).toBe(404);
  });
});
