import { listClusters } from "~/domain/capacity/list-clusters.server";
import { listEnrolmentTokens, type OpenToken } from "~/domain/nodes/list-enrolment-tokens.server";
import { hasRole, type Role } from "~/domain/role";
import { log } from "~/http/log.server";
import { countFleet } from "./fleet-counts";
import { filterFleet, fleetFilterOf } from "./fleet-filter";
import { mapNodes } from "./map-nodes";
import type { NodeView } from "./node-view";
import { readFleet } from "./read-fleet.server";

const PAGE_SIZE = 24;
const NO_TOKENS: OpenToken[] = [];

/** All that the nodes screen shows to that role under that query. */
export async function readNodesScreen({ search, role, now }: { search: URLSearchParams; role: Role; now: Date }) {
  const mayRetire = hasRole(role, "admin");
  const [fleet, clusters, tokens] = await Promise.all([
    readFleet({ now }).catch(emptyFleet),
    listClusters(),
    mayRetire ? listEnrolmentTokens({ now }) : NO_TOKENS,
  ]);
  const filter = fleetFilterOf(search);
  const found = filterFleet(fleet, filter);
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(pages, pageOf(search));
  return {
    filter,
    find: search.get("find") === "1",
    clusters: clusters.map((cluster) => cluster.name),
    counts: countFleet(fleet),
    found: found.length,
    page,
    pages,
    views: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    // What fits on one page of cards needs no map.
    map: pages > 1 ? mapNodes(found) : [],
    tokens,
    mayDrain: hasRole(role, "operator"),
    mayRetire,
    atMs: now.getTime(),
  };
}

/** A list that cannot be read leaves its area empty (2.1). */
function emptyFleet(error: unknown): NodeView[] {
  log.error({ err: error }, "nodes not read");
  return [];
}

/** A whole number from 1; beyond the last page shows the last (9.5). */
function pageOf(search: URLSearchParams): number {
  const page = Number(search.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}
