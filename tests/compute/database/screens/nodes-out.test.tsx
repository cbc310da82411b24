import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { beforeAll, expect, test } from "vitest";
import { NodesOutLine } from "~/compute/screens/nodes-out";
import { loader } from "~/compute/screens/scheduled/route";
import { StaffNodesOut } from "~/compute/screens/scheduled/staff-nodes-out";
import { loader as showTask } from "~/compute/screens/task/route";
import { db } from "~/platform/db.server";
import { aVisit, get } from "../../../accounts/database/screens/visit";
import { type Staff, theStaff } from "../../../platform/database/screens/staff";
import { aNode, aTenant, theCatalogue } from "../../../support/world";
import { aTask } from "../tasks/support";

const UNTIL_TS = Math.floor(Date.now() / 1000) + 86_400;

let staff: Staff;
let resvGuid: string;
let userId: number;

beforeAll(async () => {
  await theCatalogue();
  staff = await theStaff();
  const tenant = await aTenant({ dollars: 100 });
  userId = tenant.userId;
  resvGuid = await aTask({ tenantId: tenant.tenantId, state: "queued", position: 1 });
  await db.query(`update task set wait_reason = 'waiting_for_gpus' where resv_guid = $1`, [resvGuid]);
  const { nodeId } = await aNode({ nodeName: "fra1-out-1", drain: 1 });
  await db.query(
    `insert into maintenance_window (node_id, from_at, to_at, upgrade, auto_return, made_at, state)
     values ($1, now(), to_timestamp($2), false, true, now(), 'open')`,
    [nodeId, UNTIL_TS],
  );
  await aNode({ nodeName: "fra1-out-2", health: "dead", now: new Date(Date.now() - 12 * 60_000) });
  await aNode({ nodeName: "fra1-out-3", drain: 2 });
  await aNode({ nodeName: "fra1-out-4", health: "error" });
  await aNode({ nodeName: "fra1-works" });
  await aNode({ nodeName: "ams2-out", cluster: "ams2", drain: 1 });
});

test("a waiting task's reasons name the nodes of its queue that are out, with why and until when (A8)", async () => {
  const { why, atMs } = await loader(get(staff.support, "/dashboard/scheduled"));
  const out = why[resvGuid]?.out;
  if (!out) throw new Error("no nodes are out");
  const shown = await rendered(<StaffNodesOut out={out} nowTs={Math.floor(atMs / 1000)} />);
  expect(textOf(shown)).toMatch(
    /^4 nodes of 8 × a5000 are out of service: fra1-out-1 \(maintenance until \w{3} \d\d\.\d\d \d\d:\d\d\), fra1-out-2 \(not reporting for 12 min\), fra1-out-3 \(Upgrade\) and 1 more$/,
  );
  expect(shown).toContain('href="/dashboard/nodes/fra1-out-2"');
});

test("its customer reads how many are out and the first return, without a node's name", async () => {
  const loaded = await showTask(get(await aVisit({ userId }), `/tasks/${resvGuid}`, { resvGuid }));
  expect(JSON.stringify(loaded)).not.toContain("fra1-out");
  expect(loaded.nodesOut).toEqual({ nodes: 4, gpus: 8, gpuType: "a5000", backTs: UNTIL_TS });
  if (!loaded.nodesOut) throw new Error("no nodes are out");
  expect(textOf(await rendered(<NodesOutLine out={loaded.nodesOut} />))).toMatch(
    /^4 nodes of 8 × a5000 are out of service, the first one until [\d.]{10} \d\d:\d\d UTC\.$/,
  );
});

async function rendered(element: React.ReactElement): Promise<string> {
  const handler = createStaticHandler([{ id: "root", path: "*", element }]);
  const context = await handler.query(new Request("http://localhost/dashboard/scheduled"));
  if (context instanceof Response) throw new Error("it redirects");
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} />,
  );
}

function textOf(html: string): string {
  return html.replaceAll(/<[^>]+>/g, "");
}
