import { readHeld } from "~/fleet/inside/nodes/read-node-tasks.server";
import { readPlans } from "~/fleet/inside/nodes/read-plans.server";
import { timeOf } from "~/platform/csv-cell";
import { type CsvTable, csvTable } from "~/platform/http/csv-instead.server";

/** All nodes with planned work. */
export function maintenanceCsv({ now }: { now: Date }): CsvTable {
  const rows = async () => {
    const plans = await readPlans({});
    const held = await readHeld({ nodeNames: plans.map(({ node_name }) => node_name), now });
    return plans.map((plan) => ({ ...plan, ...held(plan.node_name) }));
  };
  return csvTable(rows, {
    Node: (plan) => plan.node_name,
    Cluster: (plan) => plan.cluster_name,
    Rack: (plan) => plan.rack,
    "GPU type": (plan) => plan.gpu_type,
    "Empty by": (plan) => timeOf(plan.empty_by_ts),
    "Maintenance from": (plan) => timeOf(plan.from_ts),
    "Maintenance to": (plan) => timeOf(plan.to_ts),
    "Rolling drain": (plan) => plan.rolling?.name ?? "",
    Tasks: (plan) => plan.tasks,
    Tenants: (plan) => plan.tenants,
    GPUs: (plan) => plan.gpus,
    "Free by": (plan) => timeOf(plan.tasks === 0 ? null : plan.endTs),
  });
}
