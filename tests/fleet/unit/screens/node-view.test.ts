import { describe, expect, it } from "vitest";
import { withWish } from "~/fleet/screens/nodes/use-drain";
import { type MapNode, shadeOf, squareText } from "~/fleet/screens/nodes/map-nodes";
import { healthLabels, isDead, isFlagged, type NodeView, type TimedSysinfo } from "~/fleet/screens/nodes/node-view";

const NOW_S = 1706707384;

const report: TimedSysinfo = {
  cpu_cores: 32,
  mem_mb: 131072,
  mem_free: 90210,
  gpus: 8,
  disk_total: 1600,
  disk_free: 1210,
  disk_name: "nvme0n1",
  error_counter: 0,
  ibs_active: 1,
  kernel: "5.15.0-91-generic",
  updates_available: 12,
  ubuntu_needs_reboot: 0,
  reported_ts: NOW_S - 3,
  reported_ts_dead: null,
  now_ts: NOW_S,
};

function aView(node: Partial<NodeView["node"]> = {}, sysinfo: Partial<TimedSysinfo> | null = {}): NodeView {
  return {
    node: {
      planned: null,
      node_name: "fra1-gpu-07",
      node_type: "gpu8",
      ip_internal: "10.20.0.17",
      port: 2222,
      drain: 0,
      cluster_name: "fra1",
      health: "healthy",
      contact: "steady",
      flapping: false,
      awaits_test: false,
      ssh_gateway: false,
      rack: "",
      labels: [],
      findings: [],
      version: 5,
      ...node,
    },
    gpus: 8,
    simulated: false,
    agentVersion: null,
    oldKeyUntilTs: null,
    emptyBy: null,
    sysinfo: sysinfo && { ...report, ...sysinfo },
    tenants: { gpus: [], tasks: [] },
  };
}

const texts = (view: NodeView) => healthLabels(view).map((label) => label.text);

describe("A node on the operators' screen", () => {
  it("has no label and no frame while it is healthy", () => {
    expect(texts(aView())).toEqual([]);
    expect(isFlagged(aView())).toBe(false);
  });

  it("is Dead by the server's judgement, whatever the age of its report", () => {
    expect(texts(aView({ health: "dead" }))).toEqual(["Dead"]);
    expect(isDead(aView({}, { reported_ts: NOW_S - 900 }))).toBe(false);
  });

  it("shows 'Dead' and 'REBOOT' together, and is framed for a reboot or an error only (31)", () => {
    const view = aView({ health: "dead" }, { ubuntu_needs_reboot: 1, error_counter: 2 });
    expect(texts(view)).toEqual(["Dead", "REBOOT", "2 errors"]);
    expect(isFlagged(aView({ health: "error" }, { ubuntu_needs_reboot: 1 }))).toBe(true);
    expect(texts(aView({ health: "error" }, { error_counter: 1 }))).toEqual(["1 error"]);
  });

  it("that never reported is new and not in need of attention", () => {
    const view = aView({ health: "new" }, null);
    expect(texts(view)).toEqual(["new"]);
    expect(isFlagged(view)).toBe(false);
  });

  it("shows a pending mode until its own row is newer (32)", () => {
    const wishes = new Map([["fra1-gpu-07", { flag: 1 as const, version: 5 }]]);
    expect(withWish(aView(), wishes).node.drain).toBe(1);
    expect(withWish(aView({ version: 6, drain: 2 }), wishes).node.drain).toBe(2);
    expect(withWish(aView(), new Map()).node.drain).toBe(0);
  });

  it("that is still occupied after its drain date shows that, and no longer once it is empty", () => {
    const task = {
      tenant_name: "t",
      resv_guid: "g",
      tenant_image: "i",
      ts_scheduled: 0,
      gpus_min: 1,
      pph: 95,
      gpu_type: "a",
    };
    const overdue = {
      ...aView({ drain: 1 }),
      emptyBy: { ts: 5, passed: true },
      tenants: { gpus: [[0]], tasks: [task] },
    };
    expect(texts(overdue)).toEqual(["still occupied"]);
    expect(texts({ ...overdue, tenants: { gpus: [], tasks: [] } })).toEqual([]);
  });
});

describe("A node's square of the map", () => {
  const square = (given: Partial<MapNode> = {}): MapNode => ({
    node_name: "fra1-gpu-07",
    cluster_name: "fra1",
    drain: 0,
    health: "healthy",
    version: 1,
    gpus: 8,
    used: 0,
    flagged: false,
    ...given,
  });

  it.each([
    [{ used: 0 }, "0"],
    [{ used: 1 }, "1"],
    [{ used: 2 }, "1"],
    [{ used: 4 }, "2"],
    [{ used: 6 }, "3"],
    [{ used: 8 }, "4"],
    [{ used: 0, gpus: 0 }, "0"],
    [{ used: 8, drain: 1 }, "kept"],
    [{ used: 8, drain: 1, health: "dead" as const }, "flagged"],
    [{ flagged: true }, "flagged"],
  ])("by load: %o is %s", (given, shade) => expect(shadeOf(square(given), "load")).toBe(shade));

  it.each([
    [{}, "norm"],
    [{ drain: 1 }, "drain"],
    [{ drain: 2 }, "upgrade"],
    [{ drain: 2, health: "new" as const }, "new"],
    [{ health: "error" as const, flagged: true }, "error"],
    [{ health: "dead" as const, flagged: true }, "dead"],
    [{ drain: 1, flagged: true }, "flagged"],
  ])("by state: %o is %s", (given, shade) => expect(shadeOf(square(given), "state")).toBe(shade));

  it("repeats in words what its colour means", () => {
    expect(squareText(square({ used: 3, drain: 1 }))).toBe("fra1-gpu-07: 3 of 8 GPUs, Drain, healthy");
    expect(squareText(square({ flagged: true }))).toBe("fra1-gpu-07: 0 of 8 GPUs, Norm, needs attention");
  });
});
