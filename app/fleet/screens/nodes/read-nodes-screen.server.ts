import { listClusters } from "~/compute/list-clusters.server";
import { readGpusNow } from "~/compute/gpu-use.server";
import { listEngineClusters } from "~/compute/list-engine-clusters.server";
import { fleetVersionsText } from "~/fleet/inside/nodes/agent-version";
import { listEnrolmentTokens, type OpenToken } from "~/fleet/inside/nodes/list-enrolment-tokens.server";
import { nodeKeyOf } from "~/fleet/node-health";
import { type FleetNode, readFleet } from "~/fleet/inside/nodes/read-fleet.server";
import { readHeldPlans } from "~/fleet/inside/nodes/read-plans.server";
import { readTenants } from "~/fleet/read-tenants.server";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { log } from "~/platform/http/log.server";
import { pageNumber } from "~/platform/http/page-number";
import { countFleet } from "./fleet-counts";
import { asksForTenants, filterFleet, fleetFilterOf } from "./fleet-filter";
import { byPlace } from "./fleet-sort";
import { type ListRow, listRow } from "./list-row";
import { mapNode } from "./map-nodes";
import type { NodeView } from "./node-view";
import { readViews } from "./read-views.server";

const CARDS_A_PAGE = 24;
/** Rows on a page, few enough for a fast first byte; a form takes at most 200 ticked boxes (A34). */
const LINES_A_PAGE = 50;
/** Number of nodes from which the list is clearer than cards. */
const LIST_ABOVE = 60;
const NO_TOKENS: OpenToken[] = [];
const NO_VIEWS: NodeView[] = [];
const NO_ROWS: ListRow[] = [];

/** Reads the nodes screen for a role and a query. */
export async function readNodesScreen({
  search,
  viewer,
  now,
}: {
  search: URLSearchParams;
  viewer: WithRights;
  now: Date;
}) {
  const mayRetire = hasRight(viewer, "fleet.admit");
  const filter = fleetFilterOf(search);
  const [fleet, gpus, clusters, engines, tokens] = await Promise.all([
    readFleet({ now, withTenants: asksForTenants(filter) }).catch(emptyFleet),
    readGpusNow({ now }),
    listClusters(),
    listEngineClusters(),
    mayRetire ? listEnrolmentTokens({ now }) : NO_TOKENS,
  ]);
  const found = filterFleet(fleet, filter);
  const list = filter.view === "" ? fleet.length > LIST_ABOVE : filter.view === "list";
  const size = list ? LINES_A_PAGE : CARDS_A_PAGE;
  const pages = Math.max(1, Math.ceil(found.length / size));
  const page = Math.min(pages, pageNumber(search, "page"));
  const shown = found.slice((page - 1) * size, page * size);
  return {
    filter,
    list,
    find: search.get("find") === "1",
    /** True to show checkboxes without script: a page that reloads itself would clear them. */
    ticks: search.get("ticks") === "1",
    choices: {
      clusters: clusters.map((cluster) => cluster.name),
      gpuTypes: different(fleet.map((node) => node.gpu_type)),
      agents: different(fleet.map((node) => node.agent_version)),
      racks: different(fleet.map((node) => node.rack)).filter((rack) => rack !== ""),
      labels: different(fleet.flatMap((node) => node.labels)),
    },
    counts: countFleet(fleet),
    gpus,
    versions: fleetVersionsText(
      fleet.filter(({ reported_ts }) => reported_ts !== null).map((node) => node.agent_version),
    ),
    found: found.length,
    page,
    pages,
    views: list ? NO_VIEWS : await readViews({ names: shown.map((node) => node.node_name), now }),
    plans: await readHeldPlans({ names: shown.map((node) => node.node_name), now }),
    rows: list ? await readRows(shown, now) : NO_ROWS,
    // One page of cards needs no map. It is one text, since Remix writes each value of a page separately, and a map may
    // have 10,000 squares.
    map: JSON.stringify(list || pages > 1 ? byPlace(found).map(mapNode) : []),
    tokens,
    engines,
    mayDrain: hasRight(viewer, "fleet.act"),
    mayRetire,
    atMs: now.getTime(),
  };
}

async function readRows(nodes: readonly FleetNode[], now: Date): Promise<ListRow[]> {
  const tenants = await readTenants({ keys: nodes.map((node) => nodeKeyOf(node.node_name)) });
  const now_ts = Math.floor(now.getTime() / 1000);
  return nodes.map((node) => listRow(node, tenants[nodeKeyOf(node.node_name)], now_ts));
}

function different<One extends string | null>(all: One[]): One[] {
  return [...new Set(all)].sort((one, other) => (one ?? "").localeCompare(other ?? "", "en", { numeric: true }));
}

/** Logs a failed reading, which leaves the area of its list empty (2.1). */
function emptyFleet(error: unknown): FleetNode[] {
  log.error({ err: error }, "nodes not read");
  return [];
}
