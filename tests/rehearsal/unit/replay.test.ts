import { expect, test } from "vitest";
import { type Outcome, type Placed, type Replayed, type ReplayedTask, replayRow } from "~/rehearsal/replay";

const node = (nodeId: number) => ({ nodeId, nodeName: `n${nodeId}`, gpus: 8, ibsActive: 0 });

function task(id: string, given: Partial<ReplayedTask> = {}): ReplayedTask {
  return {
    id,
    tenantId: 1,
    submitS: 0,
    heldS: 100,
    gpusMin: 8,
    gpusMax: 0,
    gpusIncr: 1,
    network: "ethernet",
    gpuPph: 100,
    maxSeconds: 0,
    ...given,
  };
}

function replay(given: Partial<Replayed>, placed?: (one: Placed) => void): Outcome {
  const turns = replayRow(
    { tasks: [], nodes: [node(1)], changes: [], sampleEveryS: 60, untilS: Infinity, ...given },
    placed,
  );
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  return turn.value;
}

test("a task starts when it fits, keeps its GPUs as long as before, and the next one starts at that second", () => {
  const tasks = [task("a"), task("b", { submitS: 10 }), task("c", { submitS: 20, gpusMin: 16 })];
  const { startS, endS, gpus } = replay({ tasks });
  expect([...startS]).toEqual([0, 100, NaN]);
  expect([...endS]).toEqual([100, 200, NaN]);
  expect([...gpus]).toEqual([8, 8, 0]);
});

test("nodes that are held for a task start it once they are free, also if nothing else happens (S11)", () => {
  const running = [1, 2].map((at) => task(`r${at}`, { heldS: 1_000 * at }));
  const gang = task("gang", { tenantId: 2, submitS: 50, gpusMin: 16 });
  const late = [task("late", { tenantId: 3, submitS: 700, gpusMin: 1, heldS: 5_000 })];
  const { startS } = replay({ tasks: [...running, gang, ...late], nodes: [node(1), node(2)] });
  // The single GPU comes while both nodes are held, so it starts after the gang's 100 seconds.
  expect([...startS]).toEqual([0, 0, 2_000, 2_100]);
});

test("a gang of many nodes gets its hold by time alone, once it has waited for twice as long as they are still in use (S11)", () => {
  const one = task("one", { gpusMin: 1, heldS: 14_400, maxSeconds: 14_400 });
  const gang = task("gang", { submitS: 60, gpusMin: 16 });
  const eight = task("eight", { submitS: 6_000, heldS: 9_000, maxSeconds: 9_000 });
  // Its claim is stronger, because its tenant has nothing, but the gang has had the hold since 9,600.
  const later = task("later", { tenantId: 2, submitS: 9_100 });
  const { startS } = replay({ tasks: [one, gang, eight, later], nodes: [node(1), node(2)] });
  expect([...startS]).toEqual([0, 15_000, 6_000, 15_100]);
});

test("a task that a fence passed over starts a second after the fence has ended, as the scheduler plans each second (S11)", () => {
  const running = task("a", { heldS: 1_000 });
  const small = task("small", { tenantId: 2, submitS: 5, gpusMin: 1 });
  const held = task("held", { tenantId: 3, submitS: 10, gpusMin: 4, heldS: 5_000 });
  expect([...replay({ tasks: [running, small, held] }).startS]).toEqual([0, 1_001, 1_000]);
});

test("nobody keeps a node from others for more than a day by a task of their own on it (S11)", () => {
  const own = task("own", { gpusMin: 1, heldS: 900_000 });
  const whole = task("whole", { submitS: 10 });
  const later = task("later", { tenantId: 2, submitS: 86_300, gpusMin: 1 });
  // Its declared end may be put off, so it does not matter.
  for (const maxSeconds of [0, 900_000])
    expect([...replay({ tasks: [{ ...own, maxSeconds }, whole, later] }).startS]).toEqual([0, 900_000, 86_400]);
});

test("a lost node ends what runs on it, a draining one does not, and neither takes more until it is back", () => {
  const tasks = [task("a", { heldS: 500 }), task("b", { heldS: 500 }), task("c", { submitS: 10, heldS: 50 })];
  const changes = [
    { atS: 100, nodeId: 1, becomes: "lost" as const },
    { atS: 100, nodeId: 2, becomes: "draining" as const },
    { atS: 900, nodeId: 1, becomes: "in service" as const },
  ];
  const { startS, endS, lost } = replay({ tasks, nodes: [node(1), node(2)], changes });
  expect([...startS]).toEqual([0, 0, 900]);
  expect([...endS]).toEqual([100, 500, 950]);
  expect([...lost]).toEqual([1, 0, 0]);
});

test("a task leaves the queue at its second, unless it has started, and no longer counts against a limit", () => {
  const tasks = [
    task("a", { heldS: 500 }),
    task("left", { submitS: 10, leavesS: 300 }),
    task("refused", { submitS: 20 }),
    task("later", { submitS: 300, leavesS: 900 }),
  ];
  const { startS, overLimit } = replay({ tasks, limitOf: () => 16 });
  expect([...startS]).toEqual([0, NaN, NaN, 500]);
  expect([...overLimit]).toEqual([0, 0, 1, 0]);
});

test("samples count GPUs in service, in use, in fragments and waited for, up to the last second", () => {
  const tasks = [task("a", { gpusMin: 2, heldS: 150 }), task("b", { submitS: 30, gpusMin: 8 })];
  const { samples } = replay({ tasks, untilS: 300 });
  expect(samples).toEqual([
    { atS: 0, gpusInService: 8, gpusBusy: 2, gpusInFragments: 6, tasksWaiting: 0, gpusWaiting: 0 },
    { atS: 60, gpusInService: 8, gpusBusy: 2, gpusInFragments: 6, tasksWaiting: 1, gpusWaiting: 8 },
    { atS: 120, gpusInService: 8, gpusBusy: 2, gpusInFragments: 6, tasksWaiting: 1, gpusWaiting: 8 },
    { atS: 180, gpusInService: 8, gpusBusy: 8, gpusInFragments: 0, tasksWaiting: 0, gpusWaiting: 0 },
    { atS: 240, gpusInService: 8, gpusBusy: 8, gpusInFragments: 0, tasksWaiting: 0, gpusWaiting: 0 },
  ]);
});

test("the same input gives the same placements, on which no GPU has two tasks", () => {
  const tasks = Array.from({ length: 400 }, (_, at) =>
    task(`t${String(at).padStart(3, "0")}`, {
      tenantId: at % 7,
      submitS: at * 13,
      heldS: 50 + ((at * 7919) % 900),
      gpusMin: [1, 2, 4, 8, 16][at % 5] ?? 1,
    }),
  );
  const runs = [1, 2].map(() => {
    const placed: Placed[] = [];
    replay({ tasks, nodes: [1, 2, 3].map(node) }, (one) => placed.push(one));
    return placed;
  });
  expect(runs[0]).toEqual(runs[1]);
  expect(runs[0]).toHaveLength(400);
  const endOf = new Map<string, number>();
  for (const { atS, task: one, shares } of runs[0] ?? []) {
    for (const key of shares.flatMap(({ nodeId, gpus }) => gpus.map((gpu) => `${nodeId}/${gpu}`))) {
      expect(endOf.get(key) ?? 0).toBeLessThanOrEqual(atS);
      endOf.set(key, atS + one.heldS);
    }
  }
});

test("tasks that ran before keep their GPUs, also on a node that takes no more, and one whose node is gone waits", () => {
  const held = (nodeId: number, ...gpus: number[]) => [{ nodeId, gpus }];
  const tasks = [
    task("a", { gpusMin: 2, held: held(2, 3, 4) }),
    task("b", { gpusMin: 8, held: held(3, 0, 1, 2, 3, 4, 5, 6, 7) }),
    task("c", { gpusMin: 8 }),
  ];
  const changes = [{ atS: 0, nodeId: 2, becomes: "draining" as const }];
  const placed: Placed[] = [];
  replay({ tasks, nodes: [node(1), node(2)], changes }, (one) => placed.push(one));
  expect(placed.map(({ atS, task: { id }, shares }) => [atS, id, shares[0]?.nodeId, shares[0]?.gpus])).toEqual([
    [0, "a", 2, [3, 4]],
    [0, "b", 1, [0, 1, 2, 3, 4, 5, 6, 7]],
    [100, "c", 1, [0, 1, 2, 3, 4, 5, 6, 7]],
  ]);
});

test("a replay goes on after the last task of the queue is withdrawn while nodes are held for it (S11)", () => {
  const tasks = [task("long", { gpusMin: 1, heldS: 9_000 }), task("held", { submitS: 10, leavesS: 2_000 })];
  const turns = replayRow({ tasks, nodes: [node(1)], changes: [], sampleEveryS: 60, untilS: 10_000 });
  expect(Array.from({ length: 9 }, () => turns.next()).find(({ done }) => done)?.value).toMatchObject({
    endS: Float64Array.of(9_000, NaN),
  });
});

test("a task that was withdrawn from the queue leaves it at that second, unless it has started", () => {
  const tasks = [task("a"), task("b", { leavesS: 60 }), task("c", { leavesS: 100 }), task("d", { leavesS: 101 })];
  expect([...replay({ tasks: tasks.slice(0, 3) }).startS]).toEqual([0, NaN, NaN]);
  expect([...replay({ tasks }).startS]).toEqual([0, NaN, NaN, 100]);
});
