import { readNewestTelemetry } from "~/fleet/newest-telemetry.server";
import { timeOf } from "~/platform/csv-cell";
import { type CsvTable, csvTable } from "~/platform/http/csv-instead.server";
import { heatFilterOf, heatNodes, valueOf } from "./heat";

/** The GPUs of the map, of all its pages, with all figures. */
export function fleetCsv({ search, now }: { search: URLSearchParams; now: Date }): CsvTable {
  const rows = async () => {
    const all = await readNewestTelemetry({ now });
    const found = new Set(heatNodes(all, heatFilterOf(search)).map(({ node_name }) => node_name));
    return all
      .filter(({ node_name }) => found.has(node_name))
      .flatMap((node) => Array.from({ length: node.gpus }, (_, gpu) => ({ node, gpu })));
  };
  return csvTable(rows, {
    Node: ({ node }) => node.node_name,
    GPU: ({ gpu }) => gpu,
    Cluster: ({ node }) => node.cluster_name,
    "GPU type": ({ node }) => node.gpu_type,
    Rack: ({ node }) => node.rack,
    Labels: ({ node }) => node.labels.join(" "),
    Time: ({ node }) => timeOf(node.ts),
    "Load %": ({ node, gpu }) => valueOf(node, gpu, "load"),
    "Memory %": ({ node, gpu }) => valueOf(node, gpu, "memory"),
    "Temperature °C": ({ node, gpu }) => valueOf(node, gpu, "temperature"),
    "Power W": ({ node, gpu }) => valueOf(node, gpu, "power"),
    "Slowed down, % of the minute": ({ node, gpu }) => valueOf(node, gpu, "throttling"),
    "Errors in 24 hours": ({ node, gpu }) => valueOf(node, gpu, "errors"),
  });
}
