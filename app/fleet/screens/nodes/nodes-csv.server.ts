import { readFleet } from "~/fleet/inside/nodes/read-fleet.server";
import { timeOf } from "~/platform/csv-cell";
import { type CsvTable, csvTable } from "~/platform/http/csv-instead.server";
import { filterFleet, fleetFilterOf } from "./fleet-filter";
import { modeName } from "./modes";

/** The nodes of a list, of all its pages, as a file. */
export function nodesCsv({ search, now }: { search: URLSearchParams; now: Date }): CsvTable {
  const wanted = async () => filterFleet(await readFleet({ now, withTenants: true }), fleetFilterOf(search));
  return csvTable(wanted, {
    Node: (node) => node.node_name,
    Cluster: (node) => node.cluster_name,
    "GPU type": (node) => node.gpu_type,
    Mode: (node) => modeName(node.drain),
    Health: (node) => node.health,
    Errors: (node) => node.errors,
    "Needs reboot": (node) => node.reboot,
    GPUs: (node) => node.gpus,
    "GPUs in use": (node) => node.used,
    Tasks: (node) => node.tasks,
    Tenants: (node) => node.tenant_names,
    "Internal address": (node) => node.ip_internal,
    "Public address": (node) => node.ip_public,
    Rack: (node) => node.rack,
    Labels: (node) => node.labels.join(" "),
    Agent: (node) => node.agent_version,
    Reported: (node) => timeOf(node.reported_ts),
    "Planned to be empty by": (node) => timeOf(node.empty_by_ts),
    "Still occupied": (node) => node.overdue,
  });
}
