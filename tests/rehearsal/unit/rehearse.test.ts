import { expect, test } from "vitest";
import { atPrice } from "~/rehearsal/apply-variant";
import { centsOf } from "~/rehearsal/summarise";
import { imports, sourceFiles } from "../../support/source";
import { aNode, aPast, aTask, HOUR_S, runRehearsal, runVariant } from "./past";

const ADD_ONE = { kind: "add", clusterName: "one", gpuType: "a5000", count: 1, gpus: 8, infiniband: false } as const;
const lostAt = (atS: number, nodeId = 1) => ({ atS, nodeId, becomes: "lost" as const });
const backAt = (atS: number, nodeId = 1) => ({ atS, nodeId, becomes: "in service" as const });

test("waits, revenue and use are those of the placements", () => {
  const tasks = [aTask("a"), aTask("b", { tenantId: 2 }), aTask("c", { gpusMin: 16 })];
  const { baseline } = runVariant(aPast(tasks, { untilS: 4 * HOUR_S }), {});
  expect(baseline.all).toEqual({ tasks: 3, started: 2, meanS: 1800, p50S: 0, p95S: 3600, p99S: 3600 });
  expect(baseline.bySize.map(({ fromGpus, tasks: of, meanS }) => [fromGpus, of, meanS])).toEqual([
    [1, 0, null],
    [2, 0, null],
    [5, 2, 1800],
    [16, 1, null],
  ]);
  expect(baseline).toMatchObject({ cents: 1600, gpuHours: 16, utilisation: 0.5, neverStarts: 1, gangsOverDay: 0 });
  expect(baseline.byTenant.map(({ tenantId, cents }) => [tenantId, cents])).toEqual([
    [1, 800],
    [2, 800],
  ]);
});

test("what still runs at the end is used, but not charged", () => {
  const { baseline } = runVariant(aPast([aTask("a")], { untilS: HOUR_S / 2 }), {});
  expect(baseline).toMatchObject({ cents: 0, gpuHours: 4, utilisation: 1 });
});

test("a task whose end nobody saw goes on, to its declared end if it has one", () => {
  const unseen = { heldS: 100, ended: "still running" as const };
  const tasks = [aTask("a", { ...unseen, gpusMin: 4 }), aTask("b", { ...unseen, gpusMin: 4, maxSeconds: HOUR_S })];
  const { baseline } = runVariant(aPast(tasks, { untilS: 2 * HOUR_S }), {});
  expect(baseline).toMatchObject({ cents: 400, gpuHours: 12 });
});

test("a fraction of a cent is not billed, and a lost task is refunded its last 900 seconds (B4, B9)", () => {
  // 1,000 seconds at $0.95 an hour are 26.38 cents.
  const task = { gpuPph: 95, chargedS: 1000 };
  expect(centsOf(task, { gpus: 1, ranS: 1005, isLost: false })).toBe(26n);
  // 26 cents less 900 seconds (23.75 cents).
  expect(centsOf(task, { gpus: 1, ranS: 1000, isLost: true })).toBe(2n);
  // 600 seconds are 15.83 cents, all of what is billed.
  expect(centsOf(task, { gpus: 1, ranS: 600, isLost: true })).toBe(0n);
});

test("a task that its tenant's money ended lasts as long as the money does at the new price", () => {
  const task = aTask("a", { ended: "funds", heldS: 1030, chargedS: 1000 });
  expect(atPrice(task, 200)).toMatchObject({ gpuPph: 200, chargedS: 500, heldS: 530 });
  expect(atPrice(task, 80)).toMatchObject({ gpuPph: 80, chargedS: 1250, heldS: 1280 });
  expect(atPrice({ ...task, maxSeconds: 1100 }, 80)).toMatchObject({ chargedS: 1100, heldS: 1130 });
  expect(atPrice({ ...task, ended: "owner" }, 200)).toMatchObject({ gpuPph: 200, chargedS: 1000, heldS: 1030 });
  expect(atPrice(task, 0).heldS).toBe(Infinity);
});

test("a price changes revenue and, by the stated elasticity, demand", () => {
  const tasks = Array.from({ length: 200 }, (_, at) => aTask(`t${at}`, { submitS: at, gpusMin: 1, heldS: 10 }));
  const past = aPast(tasks, { nodes: [aNode(1), aNode(2)] });
  const price = (gpuPph: number, elasticity: number) =>
    runVariant(past, { prices: [{ gpuType: "a5000", gpuPph, elasticity }] }).changed;
  // 10 seconds at $36 an hour are 10 cents; without elasticity nobody stays away.
  expect(price(3600, 0)).toMatchObject({ all: { tasks: 200 }, cents: 2000 });
  // At four times the price and -0.5, half of them come; at a quarter and -1, four times as many.
  expect(price(400, -0.5).all.tasks).toBeGreaterThan(75);
  expect(price(400, -0.5).all.tasks).toBeLessThan(125);
  expect(price(25, -1).all.tasks).toBe(800);
  expect(price(25, -1).all.started).toBe(800);
});

test("demand is multiplied for the tenant and the sizes that are meant", () => {
  const tasks = [aTask("a", { gpusMin: 1 }), aTask("b", { gpusMin: 8 }), aTask("c", { gpusMin: 8, tenantId: 2 })];
  const demand = (given: { tenantId?: number; fromGpus?: number; toGpus?: number }) =>
    runVariant(aPast(tasks), {
      demand: [{ factor: 3, tenantId: null, fromGpus: null, toGpus: null, ...given }],
    }).changed.all.tasks;
  expect(demand({})).toBe(9);
  expect(demand({ tenantId: 2 })).toBe(5);
  expect(demand({ fromGpus: 2 })).toBe(7);
  expect(demand({ toGpus: 1 })).toBe(5);
});

test("nodes are added, removed, drained and resized from the first second", () => {
  const tasks = [aTask("a"), aTask("b"), aTask("c", { gpusMin: 16 })];
  const past = aPast(tasks, { nodes: [aNode(1)], changes: [backAt(7200)] });
  const changed = (nodes: Parameters<typeof runVariant>[1]["nodes"]) => runVariant(past, { nodes }).changed;
  expect(changed([ADD_ONE])).toMatchObject({ neverStarts: 0, all: { started: 3, meanS: 1200 } });
  expect(changed([{ kind: "remove", nodeName: "n1" }])).toMatchObject({ neverStarts: 3, utilisation: null });
  expect(changed([{ kind: "drain", nodeName: "n1" }])).toMatchObject({ neverStarts: 3, utilisation: null });
  expect(changed([{ kind: "resize", nodeName: "n1", gpus: 4 }]).neverStarts).toBe(3);
  expect(() => changed([{ kind: "remove", nodeName: "n9" }])).toThrow("There is no node n9.");
});

test("a limit refuses what would bring its tenant over it, held and waiting together", () => {
  const tasks = [aTask("a"), aTask("b"), aTask("c"), aTask("d", { submitS: 2 * HOUR_S }), aTask("e", { tenantId: 2 })];
  const past = aPast(tasks);
  const limits = (...given: { tenantId: number | null; gpus: number }[]) =>
    runVariant(past, { limits: given }).changed.refused;
  expect(limits({ tenantId: null, gpus: 16 })).toBe(1);
  expect(limits({ tenantId: null, gpus: 8 })).toBe(2);
  expect(limits({ tenantId: 1, gpus: 7 })).toBe(4);
  expect(limits({ tenantId: null, gpus: 7 }, { tenantId: 1, gpus: 100 })).toBe(1);
});

test("rules: no growth, the order of arrival, holds and declared ends", () => {
  const growing = aPast([aTask("a", { gpusMin: 1, gpusMax: 8 })]);
  expect(runVariant(growing, {}).changed.gpuHours).toBe(8);
  expect(runVariant(growing, { rules: { grow: false } }).changed.gpuHours).toBe(1);

  const part = (id: string, given = {}) => aTask(id, { gpusMin: 2, ...given });
  const busy = aPast(
    [part("a"), part("b", { heldS: 2 * HOUR_S }), part("c", { submitS: 1 }), part("d", { submitS: 2, tenantId: 2 })],
    { nodes: [aNode(1, { gpus: 2 }), aNode(2, { gpus: 2 })] },
  );
  const meanOf = (result: { byTenant: readonly { tenantId: number; meanS: number | null }[] }) =>
    result.byTenant.find(({ tenantId }) => tenantId === 2)?.meanS;
  expect(meanOf(runVariant(busy, {}).changed)).toBe(HOUR_S - 2);
  expect(meanOf(runVariant(busy, { rules: { order: "arrival" } }).changed)).toBe(2 * HOUR_S - 2);

  const gang = [
    ...[aTask("a", { heldS: 1000, gpusMin: 8 }), aTask("b", { heldS: 3500, gpusMin: 8 })],
    aTask("gang", { submitS: 10, gpusMin: 16, tenantId: 2 }),
    aTask("small", { submitS: 2000, gpusMin: 1, heldS: 90_000, tenantId: 3 }),
  ];
  const two = aPast(gang, { nodes: [aNode(1), aNode(2)] });
  expect(meanOf(runVariant(two, {}).changed)).toBe(3490);
  expect(meanOf(runVariant(two, { rules: { holdAfterS: 5000 } }).changed)).toBe(91_990);
  expect(meanOf(runVariant(two, { rules: { holdFromGpus: 32 } }).changed)).toBe(91_990);

  const ends = two.tasks.map((task) => ({ ...task, maxSeconds: task.id === "small" ? 700 : task.heldS, heldS: 1000 }));
  const withEnds = { ...two, tasks: ends.map((task) => (task.id === "b" ? { ...task, heldS: 3500 } : task)) };
  const small = (rules: object) =>
    runVariant(withEnds, { rules }).changed.byTenant.find(({ tenantId }) => tenantId === 3)?.meanS;
  expect(small({})).toBe(0);
  expect(small({ declaredEnds: false })).toBe(2500);
});

test("failures: as they were, none, or at a rate that a seed decides", () => {
  const past = aPast([aTask("a", { heldS: 2 * HOUR_S })], { changes: [lostAt(HOUR_S), backAt(2 * HOUR_S)] });
  const { baseline, changed, sentence } = runVariant(past, { failures: { kind: "none" } });
  expect(baseline).toMatchObject({ gpuHoursLost: 8, cents: 600 });
  expect(changed).toMatchObject({ gpuHoursLost: 0, cents: 1600 });
  expect(sentence).toBe("No failures would have lost 8 GPU-hours less to failures and earned $10.00 more.");

  const long = aPast(
    Array.from({ length: 5 }, (_, at) => aTask(`t${at}`, { heldS: 20 * HOUR_S, submitS: at })),
    { nodes: Array.from({ length: 5 }, (_, at) => aNode(at + 1)), untilS: 2 * 86_400 },
  );
  const rate = (perNodeMonth: number, seed: number) =>
    runVariant(long, { failures: { kind: "rate", perNodeMonth, repairHours: 1 } }, seed).changed;
  expect(rate(0, 1).gpuHoursLost).toBe(0);
  expect(rate(60, 1).gpuHoursLost).toBeGreaterThan(0);
  expect(rate(60, 1).hash).toBe(rate(60, 1).hash);
  expect(rate(60, 2).gpuHoursLost).not.toBe(rate(60, 1).gpuHoursLost);
});

test("the breaker spares the tasks of nodes that are lost together, for half an hour", () => {
  const nodes = [1, 2, 3, 4].map((nodeId) => aNode(nodeId));
  const tasks = nodes.map((_, at) => aTask(`t${at}`));
  const lost = (backS: number) =>
    aPast(tasks, {
      nodes,
      changes: [lostAt(100, 1), lostAt(120, 2), lostAt(159, 3), backAt(backS, 1), backAt(backS, 2), backAt(backS, 3)],
    });
  const hours = (past: ReturnType<typeof aPast>, breaker: number | null) =>
    Math.round(runVariant(past, { breaker }).changed.gpuHoursLost * 100) / 100;
  expect(hours(lost(1000), null)).toBe(0.84);
  expect(hours(lost(1000), 0.5)).toBe(0);
  // Three of four nodes are not more than three quarters.
  expect(hours(lost(1000), 0.75)).toBe(0.84);
  expect(hours(lost(3000), 0.5)).toBe(12.84);
});

test("the truth: what happened, in the figures of a variant", () => {
  const real = (startS: number | null, endS: number | null, cents: number, gpus = 8) => ({
    real: { startS, endS, gpus, cents },
  });
  const tasks = [
    aTask("a", real(0, HOUR_S, 800)),
    aTask("b", real(HOUR_S + 40, 2 * HOUR_S, 790)),
    aTask("c", {
      ...real(2 * HOUR_S, null, 0),
      ...{ ended: "still running", heldS: 9 * HOUR_S, tenantId: 2, submitS: 2 * HOUR_S },
    }),
    aTask("d", { ...real(null, null, 0), gpusMin: 32 }),
    aTask("before", { ...real(0, HOUR_S, 400, 4), gpusMin: 4, held: [{ nodeId: 2, gpus: [0, 1, 2, 3] }] }),
  ];
  const changes = [{ atS: HOUR_S / 2, nodeId: 2, becomes: "draining" as const }];
  const USED_GPU_H = 8 + (8 * (HOUR_S - 40)) / HOUR_S + 8 + 4;
  const past = aPast(tasks, {
    ...{ nodes: [aNode(1), aNode(2)], changes, untilS: 3 * HOUR_S, usedOutOfServiceGpuS: 4 * (HOUR_S / 2) },
  });
  const { truth, variants } = runRehearsal(past);
  expect(truth).toMatchObject({
    ...{ startedReal: 3, startedReplayed: 3, centsReal: 1990, centsReplayed: 2000 },
    ...{ meanWaitRealS: (HOUR_S + 40) / 3, meanWaitReplayedS: HOUR_S / 3 },
  });
  expect(truth?.real).toMatchObject({
    all: { tasks: 4, started: 3, p50S: 0, p99S: HOUR_S + 40 },
    ...{ cents: 1990, gangsOverDay: 0, neverStarts: 1, gpuHoursLost: 0 },
    // In service: eight GPUs for 3 hours, eight for half an hour, and then the four that a task still had.
    utilisation: USED_GPU_H / (24 + 4 + 2),
  });
  expect(truth?.real?.byTenant.map(({ tenantId, tasks: of, cents }) => [tenantId, of, cents])).toEqual([
    [1, 3, 1990],
    [2, 1, 0],
  ]);
  expect(variants[0]?.all).toMatchObject({ tasks: 4, started: 3 });
  expect(runRehearsal(aPast([aTask("a")])).truth).toBeNull();
});

test("the sentence says that more tasks start, even if nobody's known wait changes", () => {
  const backlog = aPast(
    ["a", "b", "c"].map((id) => aTask(id)),
    { untilS: 1 },
  );
  expect(runVariant(backlog, { nodes: [ADD_ONE] }).sentence).toBe(
    "One more node of 8 would have left 1 task unstarted instead of 2.",
  );
});

test("the sentence names the size that changed most, and tenants that fare otherwise are listed", () => {
  const tasks = Array.from({ length: 6 }, (_, at) => aTask(`t${at}`, { tenantId: 1 + (at % 2), submitS: at }));
  const { sentence, better, worse } = runVariant(aPast(tasks, { untilS: 4 * HOUR_S }), { nodes: [ADD_ONE] });
  expect(sentence).toBe(
    "One more node of 8 would have cut the mean wait of tasks of 5 to 8 GPUs from 90 min to 60 min, left 0 tasks unstarted instead of 2 and earned $24.00 more.",
  );
  expect([better, worse]).toEqual([[[2, 1]], [[]]]);
  const removed = runVariant(aPast(tasks, { nodes: [aNode(1), aNode(2)] }), {
    nodes: [{ kind: "drain", nodeName: "n2" }],
  });
  expect(removed.sentence).toBe(
    "Draining n2 would have raised the mean wait of tasks of 5 to 8 GPUs from 60 min to 2.5 h.",
  );
  expect([removed.better, removed.worse]).toEqual([[[]], [[2, 1]]]);
});

test("rehearsals place and charge with the functions of the scheduler and the ledger", () => {
  const importsOf = (file: string) => imports(file).flatMap(({ to, typeOnly }) => (typeOnly ? [] : [to]));
  expect(importsOf("app/rehearsal/replay.ts")).toContain("app/compute/planner.ts");
  expect(importsOf("app/compute/planner.ts")).toContain("app/compute/inside/capacity/plan-row.ts");
  expect(importsOf("app/compute/schedule.server.ts")).toContain("app/compute/inside/capacity/plan-row.ts");
  for (const file of [
    "app/rehearsal/summarise.ts",
    "app/money/settle-tasks.server.ts",
    "app/money/refund-incident.server.ts",
  ])
    expect(importsOf(file)).toContain("app/money/charge.ts");
  const others = sourceFiles().filter((file) => file.startsWith("app/rehearsal/"));
  expect(others.filter((file) => importsOf(file).some((to) => to.startsWith("app/compute/inside/")))).toEqual([]);
});
