import { readNewestTelemetry } from "~/fleet/newest-telemetry.server";
import { pageNumber } from "~/platform/http/page-number";
import { groupBy } from "~/platform/group-by";
import { groupChoices, groupOf, heatFilterOf, heatNodes, slowedText, valueText, worstOf } from "./heat";

/** Nodes on a page: their GPUs are ten times as many elements. */
const NODES_A_PAGE = 150;

/** Reads the map of the fleet's GPUs for a query. */
export async function readFleetScreen({ search, now }: { search: URLSearchParams; now: Date }) {
  const filter = heatFilterOf(search);
  const all = await readNewestTelemetry({ now });
  const found = heatNodes(all, filter).sort((one, other) => {
    const [own, others] = [groupOf(one, filter.group), groupOf(other, filter.group)];
    // Nodes without the rack or label come last.
    if (own === others) return 0;
    return own === "" ? 1 : others === "" ? -1 : own.localeCompare(others, "en", { numeric: true });
  });
  const pages = Math.max(1, Math.ceil(found.length / NODES_A_PAGE));
  const page = Math.min(pages, pageNumber(search, "page"));
  const shown = found.slice((page - 1) * NODES_A_PAGE, page * NODES_A_PAGE);
  const values = found.flatMap(({ gpus }) => gpus.flatMap(({ value }) => value ?? []));
  const worst = worstOf(found);
  const gpus = found.reduce((sum, node) => sum + node.gpus.length, 0);
  return {
    filter,
    choices: groupChoices(all),
    nodes: found.length,
    any: all.length > 0,
    gpus,
    /** GPUs with a value. */
    known: values.length,
    mean: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    total: values.reduce((sum, value) => sum + value, 0),
    worst,
    slowed: filter.figure === "throttling" && values.length > 0 ? slowedText(found) : null,
    page,
    pages,
    // One text, since Remix writes each value of a page separately, and these are thousands.
    groups: JSON.stringify(
      [...groupBy(shown, (node) => groupOf(node, filter.group))].map(([name, nodes]) => ({
        name,
        nodes: nodes.map(({ node_name, gpus: own }) => ({
          node_name,
          gpus: own.map(({ value, heat }) => [heat, value === null ? "" : valueText(value, "errors")]),
        })),
      })),
    ),
    atTs: Math.floor(now.getTime() / 1000),
  };
}
