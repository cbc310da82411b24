import { describe, expect, test } from "vitest";
import { FundsLeft } from "~/compute/inside/capacity/funds";
import { planRow, type RowState } from "~/compute/inside/capacity/plan-row";
import type { WaitingTask } from "~/compute/inside/capacity/waiting-task";
import { node } from "./nodes";

const now = new Date("2026-01-31T12:00:00Z");

function task(resvGuid: string, given: Partial<WaitingTask> & { waitedS?: number } = {}): WaitingTask {
  return {
    resvGuid,
    tenantId: 1,
    taskName: resvGuid,
    gpusMin: 1,
    gpusMax: 0,
    gpusIncr: 1,
    network: "ethernet",
    acceptedAt: new Date(now.getTime() - (given.waitedS ?? 60) * 1000),
    acceptedGpuPph: 95,
    attempts: 0,
    again: false,
    pph: 95,
    maxSeconds: 0,
    ...given,
  };
}

const rich = () => new FundsLeft(new Map([1, 2, 3].map((id) => [id, { availableUnits: 10n ** 12n, committedPph: 0 }])));

function plan(given: Partial<RowState>) {
  return planRow({
    nodes: [],
    waiting: [],
    inUse: new Map(),
    holds: [],
    gpuPph: 95,
    funds: rich(),
    now,
    limit: 1000,
    ...given,
  });
}
const placed = (given: Partial<RowState>) => plan(given).decisions.map(({ task: { resvGuid } }) => resvGuid);

test("fitting tasks are placed past others (backfill)", () => {
  const waiting = [task("a", { gpusMin: 8, waitedS: 90 }), task("b", { gpusMin: 2 })];
  const answer = plan({ nodes: [node("n1", { free: 4 })], waiting });
  expect(answer.decisions.map((one) => one.task.resvGuid)).toEqual(["b"]);
  expect(answer.listWaits()).toMatchObject([{ task: { resvGuid: "a" }, position: 1, reason: "waiting_for_gpus" }]);
  expect(answer.holds).toEqual([]);
});

test("a task that is placed again goes before the queue", () => {
  const waiting = [task("a", { gpusMin: 8, waitedS: 90 }), task("z", { gpusMin: 8, again: true, waitedS: 5 })];
  expect(placed({ nodes: [node("n1")], waiting })).toEqual(["z"]);
});

describe("the fence (S11)", () => {
  const gang = task("gang", { gpusMin: 16, waitedS: 600 });
  const nodes = [node("n1"), node("n2", { free: 2 }), node("n3", { free: 2 })];

  test("scenario 20: after 10 min the gang fences the nodes that it needs; only fragments outside are used", () => {
    const waiting = [gang, task("whole", { gpusMin: 8, tenantId: 2 }), task("two", { gpusMin: 2, tenantId: 3 })];
    const answer = plan({ nodes, waiting });
    expect(answer.holds).toEqual([{ resvGuid: "gang", nodeIds: [1, 2] }]);
    expect(answer.decisions).toMatchObject([{ task: { resvGuid: "two" }, shares: [{ nodeId: 3 }] }]);
    expect(answer.listWaits().map(({ task: { resvGuid }, reason }) => [resvGuid, reason])).toEqual([
      ["gang", "held"],
      ["whole", "waiting_for_gpus"],
    ]);
  });

  test("scenario 20: the gang starts when all its fenced nodes are free, and its fence ends", () => {
    const free = [node("n1"), node("n2"), node("n3", { free: 2 })];
    const answer = plan({ nodes: free, waiting: [gang], holds: [{ resvGuid: "gang", nodeIds: [1, 2] }] });
    expect(answer.decisions.map((one) => one.shares.map((share) => share.nodeId))).toEqual([[1, 2]]);
    expect(answer.holds).toEqual([]);
  });

  test("the holder of a part of a node starts on the first room, also if others are served before it", () => {
    const waiting = [task("part", { gpusMin: 4, waitedS: 900 }), task("whole", { gpusMin: 8, tenantId: 2 })];
    const given = { waiting, inUse: new Map([[1, 6]]), holds: [{ resvGuid: "part", nodeIds: [1] }] };
    const partly = node("n2", { free: 2, busySince: now });
    expect(placed({ ...given, nodes: [node("n1"), partly] })).toEqual(["part"]);
    expect(placed({ ...given, nodes: [node("n1"), partly], holds: [{ resvGuid: "part", nodeIds: [2] }] })).toEqual([
      "part",
    ]);
  });

  test("no task fences before 10 min", () => {
    expect(plan({ nodes, waiting: [task("young", { gpusMin: 16, waitedS: 599 })] }).holds).toEqual([]);
  });

  test("one hold at a time: the second gang waits without one", () => {
    const second = task("second", { gpusMin: 16, waitedS: 601, tenantId: 2 });
    const answer = plan({ nodes, waiting: [gang, second], holds: [{ resvGuid: "gang", nodeIds: [1, 2] }] });
    expect(answer.holds.map(({ resvGuid }) => resvGuid)).toEqual(["gang"]);
    expect(
      answer
        .listWaits()
        .map((wait) => wait.reason)
        .toSorted(),
    ).toEqual(["held", "waiting_for_nodes"]);
  });

  test("the fence ends when its task left the queue or cannot be paid for any more", () => {
    const waiting = [task("eight", { gpusMin: 8, tenantId: 2 })];
    const holds = [{ resvGuid: "gang", nodeIds: [1, 2] }];
    expect(plan({ nodes, waiting, holds }).decisions).toHaveLength(1);
    const poor = new FundsLeft(
      new Map([
        [1, { availableUnits: 0n, committedPph: 0 }],
        [2, { availableUnits: 10n ** 9n, committedPph: 0 }],
      ]),
    );
    const answer = plan({ nodes, waiting: [gang, ...waiting], holds, funds: poor });
    expect(answer.holds).toEqual([]);
    expect(answer.decisions.map((one) => one.task.resvGuid)).toEqual(["eight"]);
    expect(answer.listWaits()).toMatchObject([{ reason: "waiting_for_funds" }]);
  });

  test("growth never reaches into the fence", () => {
    const elastic = task("elastic", { gpusMin: 4, gpusMax: 8, gpusIncr: 4, waitedS: 700 });
    const holds = [{ resvGuid: "elastic", nodeIds: [1] }];
    expect(plan({ nodes: [node("n1")], waiting: [elastic], holds }).decisions[0]?.gpus).toBe(4);
  });
});

describe("a hold of more than a third of the nodes (S11)", () => {
  const gang = (waitedS: number) => task("gang", { gpusMin: 32, waitedS });
  const small = task("small", { tenantId: 2 });
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  /** All but the first are free. */
  const row = (count: number, first: Partial<Parameters<typeof node>[1]>) =>
    Array.from({ length: count }, (_, at) => node(`n${at + 1}`, at === 0 ? { free: 7, ...first } : {}));
  const holds = [{ resvGuid: "gang", nodeIds: [1, 2, 3, 4] }];
  const day = 86_400;

  test("rests while a task there, however few GPUs it has, is expected to run for more than half the time waited", () => {
    const nodes = row(4, { busySince: ago(day) });
    const resting = plan({ nodes, waiting: [gang(2 * day - 7200), small], holds });
    expect(resting.holds).toEqual([]);
    expect(resting.decisions.map((one) => one.task.resvGuid)).toEqual(["small"]);
    expect(plan({ nodes, waiting: [gang(2 * day + 600), small] })).toMatchObject({ holds: [{ resvGuid: "gang" }] });
    expect(placed({ nodes, waiting: [gang(2 * day + 600), small] })).toEqual([]);
  });

  test("rests for a declared end that is as far away", () => {
    const nodes = row(4, { busySince: ago(60), freeBy: new Date(now.getTime() + day * 1000) });
    expect(plan({ nodes, waiting: [gang(2 * day - 7200)], holds }).holds).toEqual([]);
    expect(plan({ nodes, waiting: [gang(2 * day)] }).holds).toHaveLength(1);
  });

  test("waits for an hour, however short its task has waited", () => {
    const holdsBehind = (seconds: number) =>
      plan({ nodes: row(4, { busySince: ago(seconds) }), waiting: [gang(600)], holds }).holds.length;
    expect([holdsBehind(3000), holdsBehind(3001)]).toEqual([1, 0]);
  });

  test("is on other nodes if enough are free sooner, and a smaller hold waits as long as it has to", () => {
    const waiting = [gang(700)];
    const busy = { free: 7, busySince: ago(30) };
    const five = [...row(4, { busySince: ago(day) }), node("n5", busy)];
    expect(plan({ nodes: five, waiting }).holds[0]?.nodeIds.toSorted()).toEqual([2, 3, 4, 5]);
    const twelve = Array.from({ length: 12 }, (_, at) => node(`n${at}`, { free: 7, busySince: ago(day) }));
    expect(plan({ nodes: twelve, waiting }).holds).toHaveLength(1);
    expect(plan({ nodes: twelve.slice(1), waiting }).holds).toHaveLength(1);
    expect(plan({ nodes: twelve.slice(3), waiting }).holds).toEqual([]);
  });

  test("goes to the next claim while it rests", () => {
    const full = { free: 0, busySince: ago(600) };
    const nodes = [...row(1, { busySince: ago(day) }), node("n2", full), node("n3", full), node("n4", full)];
    const eight = task("eight", { gpusMin: 8, tenantId: 2, waitedS: 700 });
    expect(plan({ nodes, waiting: [gang(3600), eight], holds }).holds).toEqual([{ resvGuid: "eight", nodeIds: [2] }]);
  });
});

describe("declared ends and the fence (S16)", () => {
  const gang = task("gang", { gpusMin: 16, waitedS: 600 });
  const until = (seconds: number) => ({
    busySince: new Date(now.getTime() - 60_000),
    freeBy: new Date(now.getTime() + seconds * 1000),
  });
  const holds = [{ resvGuid: "gang", nodeIds: [1, 2] }];
  const small = (maxSeconds: number) => task("small", { gpusMin: 2, tenantId: 2, maxSeconds });

  test("a task that ends before the hold's task could start, even if it begins late, uses the fence; a later one does not", () => {
    const nodes = [node("n1"), node("n2", { free: 2, ...until(3600) })];
    expect(placed({ nodes, waiting: [gang, small(3600 - 630)], holds })).toEqual(["small"]);
    expect(placed({ nodes, waiting: [gang, small(3601 - 630)], holds })).toEqual([]);
    expect(placed({ nodes, waiting: [gang, small(0)], holds })).toEqual([]);
  });

  test("a fenced node with a task of unknown end takes no small task", () => {
    const nodes = [node("n1"), node("n2", { free: 2, ...until(0), freeBy: null })];
    expect(placed({ nodes, waiting: [gang, small(600)], holds })).toEqual([]);
  });
});

describe("a free node of which an older task needs all GPUs (S2)", () => {
  const older = task("older", { gpusMin: 8, tenantId: 1, waitedS: 90 });
  const small = (given: Partial<WaitingTask> & { waitedS?: number } = {}) => task("small", { tenantId: 2, ...given });
  // The small task's tenant has nothing, so it is served first.
  const inUse = new Map([[1, 100]]);

  test("a smaller task that is served first leaves it", () => {
    expect(placed({ nodes: [node("n1")], waiting: [older, small()], inUse })).toEqual(["older"]);
    const both = plan({ nodes: [node("n1"), node("n2", { free: 1 })], waiting: [older, small()], inUse });
    expect(both.decisions).toMatchObject([
      { task: { resvGuid: "small" }, shares: [{ nodeId: 2 }] },
      { task: { resvGuid: "older" }, shares: [{ nodeId: 1 }] },
    ]);
  });

  test("it takes a node that no older task needs", () => {
    expect(placed({ nodes: [node("n1"), node("n2")], waiting: [older, small()], inUse })).toEqual(["small", "older"]);
  });

  test("it has a second turn, after the older task started elsewhere", () => {
    const nodes = [node("n1"), node("n2")];
    const waiting = [{ ...older, waitedS: 700, acceptedAt: new Date(now.getTime() - 700_000) }, small()];
    const holds = [{ resvGuid: "older", nodeIds: [1] }];
    expect(placed({ nodes, waiting, inUse, holds })).toEqual(["older", "small"]);
  });

  test("nothing is left for a task that is younger, cannot pay, or needs another node", () => {
    const nodes = [node("n1")];
    expect(placed({ nodes, waiting: [small({ waitedS: 91 }), older], inUse })).toEqual(["small"]);
    const funds = new FundsLeft(new Map([[2, { availableUnits: 10n ** 9n, committedPph: 0 }]]));
    expect(placed({ nodes, waiting: [older, small()], inUse, funds })).toEqual(["small"]);
    const elsewhere = { ...older, network: "infiniband" as const };
    expect(placed({ nodes, waiting: [elsewhere, small()], inUse })).toEqual(["small"]);
  });

  test.each([8, 16])("a task takes it before a younger one of %i GPUs that is served before the older", (gpusMin) => {
    const nodes = [node("n1"), node("n2")].slice(0, gpusMin / 8);
    const both = [older, task("older too", { gpusMin: 8, tenantId: 1, waitedS: 90 })];
    const waiting = [...both, small({ waitedS: 80 }), task("younger", { gpusMin, tenantId: 3 })];
    expect(placed({ nodes, waiting, inUse })[0]).toBe("small");
  });

  test("a task that is placed again or was moved up takes it", () => {
    const nodes = [node("n1")];
    expect(placed({ nodes, waiting: [older, small({ again: true })], inUse })).toEqual(["small"]);
    expect(placed({ nodes, waiting: [older, small({ movedUpAt: now })], inUse })).toEqual(["small"]);
  });
});

test("the hold goes to the strongest claim, not to the first in the queue", () => {
  const flood = [700, 690, 680].map((waitedS, index) => task(`f${index}`, { gpusMin: 8, tenantId: 1, waitedS }));
  const gang = task("gang", { gpusMin: 32, tenantId: 2, waitedS: 650 });
  const nodes = [1, 2, 3, 4].map((id) => node(`n${id}`, { free: 0, busySince: now }));
  const holder = (inUse: RowState["inUse"]) => plan({ nodes, waiting: [...flood, gang], inUse }).holds[0]?.resvGuid;
  expect(holder(new Map())).toBe("f0");
  expect(holder(new Map([[1, 8]]))).toBe("gang");
});

describe("money (S12, B14)", () => {
  const waiting = [task("a", { waitedS: 90 }), task("b")];
  const nodes = [node("n1")];

  test("a tenant that can pay for one of two tasks gets one", () => {
    const funds = new FundsLeft(new Map([[1, { availableUnits: 95n * 600n * 2n - 1n, committedPph: 0 }]]));
    const answer = plan({ nodes, waiting, funds });
    expect(answer.decisions.map((one) => one.task.resvGuid)).toEqual(["a"]);
    expect(answer.listWaits()).toMatchObject([{ task: { resvGuid: "b" }, position: 1, reason: "waiting_for_funds" }]);
  });

  test("scenario 39: a queued task pays the lower of the price when accepted and the present price", () => {
    expect(plan({ nodes, waiting, gpuPph: 80 }).decisions[0]?.pphCents).toBe(80);
    expect(plan({ nodes, waiting, gpuPph: 120 }).decisions[0]?.pphCents).toBe(95);
  });

  test("a task that is placed again counts its money once, and goes before the tenant's queue", () => {
    const funds = new FundsLeft(new Map([[1, { availableUnits: 95n * 600n, committedPph: 95 }]]));
    const answer = plan({ nodes, waiting: [task("a", { again: true }), task("b")], funds });
    expect(answer.decisions.map((one) => one.task.resvGuid)).toEqual(["a"]);
    expect(answer.listWaits()).toMatchObject([{ task: { resvGuid: "b" }, reason: "waiting_for_funds" }]);
  });

  test("growth stops at the amount that the tenant can pay", () => {
    const funds = new FundsLeft(new Map([[1, { availableUnits: 95n * 600n * 2n, committedPph: 0 }]]));
    const answer = plan({ nodes, waiting: [task("a", { gpusMax: 4 })], funds });
    expect(answer.decisions).toMatchObject([{ gpus: 2, pphCents: 190 }]);
  });
});

test("the limit ends a round early and reports it", () => {
  const waiting = [task("a", { waitedS: 3 }), task("b", { waitedS: 2 }), task("c", { waitedS: 1 })];
  const answer = plan({ nodes: [node("n1")], waiting, limit: 2 });
  expect(answer.decisions).toHaveLength(2);
  expect(answer.more).toBe(true);
});

test("a hold passes to the next claim while a long task of its tenant keeps its only node", () => {
  const from = new Date(now.getTime() - 86_400_000);
  const stays = [{ tenantId: 1, gpus: 1, from }];
  const nodes = [
    node("n1", { ibsActive: 1, free: 7, busySince: from, stays }),
    node("n2", { free: 0, busySince: new Date(now.getTime() - 60_000) }),
  ];
  const captor = task("captor", { gpusMin: 8, network: "infiniband", waitedS: 90_000 });
  const [eight, small] = [task("eight", { gpusMin: 8, tenantId: 2, waitedS: 700 }), task("small", { tenantId: 3 })];
  const answer = plan({ nodes, waiting: [captor, eight, small], holds: [{ resvGuid: "captor", nodeIds: [1] }] });
  expect(answer.holds).toEqual([{ resvGuid: "eight", nodeIds: [2] }]);
  expect(answer.decisions).toMatchObject([{ task: { resvGuid: "small" }, shares: [{ nodeId: 1 }] }]);
  expect(answer.listWaits().map(({ reason }) => reason)).toEqual(["waiting_for_gpus", "held"]);

  // Its equal of another tenant may have the node.
  const equal = task("equal", { gpusMin: 8, network: "infiniband", tenantId: 3, waitedS: 600 });
  expect(plan({ nodes, waiting: [captor, equal] }).holds).toEqual([{ resvGuid: "equal", nodeIds: [1] }]);
});

describe("a hold of their own for tasks that few nodes suit (S11)", () => {
  const ib = { network: "infiniband" as const };
  const long = { busySince: new Date(now.getTime() - 400 * 3_600_000) };
  const brief = { busySince: new Date(now.getTime() - 60_000) };
  const nodes = [
    node("n1", { ibsActive: 1, free: 7, ...long }),
    node("n2", { free: 1, ...brief }),
    node("n3", { free: 2, ...brief }),
    node("n4", { free: 0, ...brief }),
  ];
  const three = ["n5", "n6", "n7"].map((name) => node(name, { free: 0, ...brief }));
  const few = task("few", { ...ib, gpusMin: 8, tenantId: 1, waitedS: 90_000 });
  const whole = task("whole", { gpusMin: 8, tenantId: 2, waitedS: 700 });
  const small = task("small", { tenantId: 3, gpusMin: 2 });

  test("one that waits for a stranger's long task keeps the row's other hold from nobody", () => {
    const answer = plan({ nodes, waiting: [few, whole, small], holds: [{ resvGuid: "few", nodeIds: [1] }] });
    expect(answer.holds).toEqual([
      { resvGuid: "few", nodeIds: [1] },
      { resvGuid: "whole", nodeIds: [3] },
    ]);
    expect(answer.decisions).toEqual([]);
    expect(answer.listWaits().map(({ task: { resvGuid }, reason }) => [resvGuid, reason])).toEqual([
      ["few", "held"],
      ["whole", "held"],
      ["small", "waiting_for_gpus"],
    ]);
  });

  test("each starts inside its own fence only, and the other's stays", () => {
    const holds = [
      { resvGuid: "few", nodeIds: [1] },
      { resvGuid: "whole", nodeIds: [3] },
    ];
    const emptied = (nodeName: string) => nodes.map((one) => (one.nodeName === nodeName ? { ...one, ...empty } : one));
    const empty = { freeGpus: [0, 1, 2, 3, 4, 5, 6, 7], busySince: null };
    const atFew = plan({ nodes: emptied("n1"), waiting: [few, whole, small], holds });
    expect(atFew.decisions).toMatchObject([{ task: { resvGuid: "few" }, shares: [{ nodeId: 1 }] }]);
    expect(atFew.holds).toEqual([{ resvGuid: "whole", nodeIds: [3] }]);
    const atWhole = plan({ nodes: emptied("n3"), waiting: [few, whole, small], holds });
    expect(atWhole.decisions).toMatchObject([{ task: { resvGuid: "whole" }, shares: [{ nodeId: 3 }] }]);
    expect(atWhole.holds).toEqual([{ resvGuid: "few", nodeIds: [1] }]);
  });

  test("a second task that few nodes suit waits without one", () => {
    const other = task("other", { ...ib, gpusMin: 8, tenantId: 3, waitedS: 80_000 });
    const answer = plan({ nodes, waiting: [few, other, whole] });
    expect(answer.holds.map(({ resvGuid }) => resvGuid)).toEqual(["few", "whole"]);
  });

  test("two fences have a third of the nodes at most, so a larger gang waits for the stronger claim", () => {
    const gang = task("gang", { gpusMin: 16, tenantId: 3, waitedS: 50_000 });
    const waiting = [few, gang, whole];
    const holders = (given: Partial<RowState>) => plan(given).holds.map(({ resvGuid }) => resvGuid);
    const holds = [{ resvGuid: "few", nodeIds: [1] }];
    expect(holders({ nodes, waiting, holds })).toEqual(["few", "whole"]);
    expect(holders({ nodes: [...nodes, ...three], waiting, holds })).toEqual(["few", "gang"]);
    // Once it has the strongest claim, no other hold stays in its way.
    expect(holders({ nodes, waiting, holds, inUse: new Map([[1, 1]]) })).toEqual(["gang"]);
  });

  test("the stronger claim keeps a node that has emptied for it, though a task that few nodes suit would fit there", () => {
    const seven = [
      node("n1", { ibsActive: 1 }),
      node("n2", { ibsActive: 1, free: 0, ...long }),
      ...["n3", "n4", "n5", "n6", "n7"].map((name) => node(name, { free: 0, ...brief })),
    ];
    const gang = task("gang", { gpusMin: 16, tenantId: 3, waitedS: 90_000 });
    const younger = task("few", { ...ib, gpusMin: 8, tenantId: 1, waitedS: 50_000 });
    const holds = [
      { resvGuid: "few", nodeIds: [2] },
      { resvGuid: "gang", nodeIds: [1, 3] },
    ];
    const answer = plan({ nodes: seven, waiting: [gang, younger], holds });
    expect(answer.decisions).toEqual([]);
    expect(answer.holds).toEqual(holds.toReversed());
    // The younger one's claim is stronger if the gang's tenant has GPUs.
    const inUse = new Map([[3, 8]]);
    expect(plan({ nodes: seven, waiting: [gang, younger], holds, inUse }).decisions).toMatchObject([
      { task: { resvGuid: "few" }, shares: [{ nodeId: 1 }] },
    ]);
  });

  test("a task that ends in time starts inside the fence that is in use for longer, not inside the other (S16)", () => {
    const until = (seconds: number) => ({ ...brief, freeBy: new Date(now.getTime() + seconds * 1000) });
    const ends = [
      node("n1", { ibsActive: 1, free: 2, ...until(7200) }),
      node("n2", { free: 4, ...until(600) }),
      node("n3", { free: 0, ...long }),
      node("n4", { free: 0, ...long }),
    ];
    const holds = [
      { resvGuid: "few", nodeIds: [1] },
      { resvGuid: "whole", nodeIds: [2] },
    ];
    const answer = plan({ nodes: ends, waiting: [few, whole, { ...small, maxSeconds: 3600 }], holds });
    expect(answer.decisions).toMatchObject([{ task: { resvGuid: "small" }, shares: [{ nodeId: 1, fenceOf: "few" }] }]);
    expect(placed({ nodes: ends, waiting: [few, whole, { ...small, gpusMin: 4, maxSeconds: 3600 }], holds })).toEqual(
      [],
    );
  });

  test("tasks with volumes on different nodes cost no look at each node for each of them", () => {
    let looks = 0;
    const means = {
      volumeReach: "local" as const,
      get pulls() {
        looks += 1;
        return true;
      },
      volumeRoomGb: 500,
    };
    const many = Array.from({ length: 300 }, (_, index) => node(`n${index + 1}`, { free: 0, ...brief, means }));
    const waiting = many.map(({ nodeId, nodeName }) => {
      const needs = { pulls: true, shared: false, localGb: 0, nodeId };
      return task(nodeName, { tenantId: nodeId, gpusMin: 8, waitedS: 5000 - nodeId, needs });
    });
    expect(plan({ nodes: many, waiting }).holds).toEqual([{ resvGuid: "n1", nodeIds: [1] }]);
    expect(looks).toBeLessThan(300 * 50);
  });
});
