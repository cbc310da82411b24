import { describe, expect, it } from "vitest";
import type { FleetNode } from "~/fleet/screens/nodes/fleet-node";
import { filterFleet, fleetFilterOf, isAsked } from "~/fleet/screens/nodes/fleet-filter";
import { listRow, sameRow, tenantsPart } from "~/fleet/screens/nodes/list-row";

const aNode = (node_name: string, given: Partial<FleetNode> = {}): FleetNode => ({
  node_name,
  cluster_name: "fra1",
  gpu_type: "a5000",
  ip_internal: "10.0.0.1",
  ip_public: null,
  drain: 0,
  health: "healthy",
  version: 1,
  gpus: 8,
  used: 0,
  tasks: 0,
  tenants: 0,
  tenant_names: "",
  errors: 0,
  reboot: false,
  reported_ts: 1000,
  agent_version: "0.1.0",
  empty_by_ts: null,
  overdue: false,
  critical: 0,
  warnings: 0,
  unsteady: false,
  awaits_test: false,
  failed_chore: false,
  rack: "",
  labels: [],
  ...given,
});

const fleet = [
  aNode("gpu-10", { used: 8, tasks: 2, tenants: 2, tenant_names: "tenant-aaa tenant-bbb" }),
  aNode("gpu-9", { drain: 1, used: 4, tasks: 1, tenants: 1, empty_by_ts: 500, overdue: true }),
  aNode("gpu-1", { gpu_type: "a100", ip_public: "203.0.113.7", agent_version: null }),
  aNode("ams-1", { cluster_name: "ams2", health: "dead", reported_ts: 1 }),
  aNode("ams-2", { cluster_name: "ams2", health: "new", reported_ts: null, agent_version: null }),
  aNode("ams-3", { cluster_name: "ams2", drain: 2, health: "error", errors: 2 }),
];
const shown = (query: string) =>
  filterFleet(fleet, fleetFilterOf(new URLSearchParams(query))).map((node) => node.node_name);

describe("The list of a fleet", () => {
  it.each([
    ["", ["ams-1", "ams-3", "gpu-9", "ams-2", "gpu-1", "gpu-10"]],
    ["cluster=ams2&sort=name", ["ams-1", "ams-2", "ams-3"]],
    ["gpu=a100", ["gpu-1"]],
    ["mode=1", ["gpu-9"]],
    ["mode=2&health=error", ["ams-3"]],
    ["health=new", ["ams-2"]],
    ["agent=none&sort=name", ["ams-2", "gpu-1"]],
    ["agent=0.1.0&cluster=fra1&sort=name", ["gpu-9", "gpu-10"]],
    ["show=attention&sort=name", ["ams-1", "ams-3", "gpu-9"]],
    ["show=idle&cluster=fra1", ["gpu-1"]],
    ["q=TENANT-BBB", ["gpu-10"]],
    ["q=203.0.113", ["gpu-1"]],
    ["q=nothing", []],
    ["sort=-used", ["gpu-10", "gpu-9", "ams-1", "ams-2", "ams-3", "gpu-1"]],
    ["sort=health", ["ams-1", "ams-3", "ams-2", "gpu-1", "gpu-9", "gpu-10"]],
    ["sort=updated", ["ams-2", "ams-1", "ams-3", "gpu-1", "gpu-9", "gpu-10"]],
    ["sort=nonsense&mode=7&show=x&view=y", ["ams-1", "ams-3", "gpu-9", "ams-2", "gpu-1", "gpu-10"]],
  ])("at the address %s shows %j", (query, names) => expect(shown(query)).toEqual(names));

  it("is complete without a filter; choices of display omit nothing", () => {
    expect(isAsked(fleetFilterOf(new URLSearchParams("view=list&map=state&sort=-used&mode=9")))).toBe(false);
    expect(isAsked(fleetFilterOf(new URLSearchParams("mode=0")))).toBe(true);
  });
});

describe("A line of the list", () => {
  const task = (tenant_name: string, resv_guid: string) => ({
    ...{ tenant_name, resv_guid, tenant_image: "i", ts_scheduled: 0, gpus_min: 1, pph: 95, gpu_type: "a5000" },
  });

  it("has a cell for each GPU, by the task that holds it, and each tenant once", () => {
    const tenants = { gpus: [[1, 0], [5], [7]], tasks: [task("a", "1"), task("b", "2"), task("a", "3")] };
    expect(tenantsPart(tenants, 8)).toEqual({ cells: "aa...b.c", used: 4, tasks: 3, tenants: 2, tenant_names: "a b" });
    expect(tenantsPart({ gpus: [], tasks: [] }, 2).cells).toBe("..");
  });

  it("is compared by its values", () => {
    const row = listRow(aNode("gpu-1"), undefined, 5);
    expect(sameRow(row, { ...row })).toBe(true);
    expect(sameRow(row, { ...row, drain: 1 })).toBe(false);
  });
});
