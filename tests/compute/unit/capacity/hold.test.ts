import { describe, expect, test } from "vitest";
import { chooseHold, claimOf, mayHold, suitsFew } from "~/compute/inside/capacity/hold";
import { node } from "./nodes";

const gang = { gpus: 16, network: "ethernet" as const };
const now = new Date("2026-01-31T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

const since = (seconds: number) => ({ free: 0, busySince: ago(seconds) });

test("fully free nodes are fenced first, then those whose oldest placement started last (S11)", () => {
  const nodes = [node("n1", since(9000)), node("n2", since(60)), node("n3"), node("n4", since(900))];
  expect(chooseHold(gang, nodes, now)).toEqual([3, 2]);
  expect(chooseHold({ ...gang, gpus: 32 }, nodes, now)).toEqual([3, 2, 4, 1]);
});

test("a declared end counts if all tasks there declare one", () => {
  const declared = (seconds: number) => ({
    ...since(90_000),
    freeBy: new Date(now.getTime() + seconds * 1000),
  });
  const nodes = [node("n1", since(600)), node("n2", declared(300)), node("n3", declared(7200)), node("n4", since(900))];
  expect(chooseHold({ ...gang, gpus: 32 }, nodes, now)).toEqual([2, 1, 4, 3]);
});

test("equal ends are decided by the fewest GPUs in use, then by name", () => {
  const like = (nodeName: string, free: number) => node(nodeName, { free, busySince: ago(60) });
  expect(chooseHold(gang, [like("n1", 1), like("n4", 6), like("n3", 6), like("n2", 7)], now)).toEqual([2, 3]);
});

test("the choice is repeated, but a fenced node that is fully free stays fenced", () => {
  const nodes = [node("n1"), node("n2", since(30)), node("n3", since(20)), node("n4")];
  expect(chooseHold(gang, nodes, now, [2, 4])).toEqual([4, 1]);
  expect(chooseHold(gang, nodes.slice(1, 3).concat(node("n5", since(25))), now, [2, 5])).toEqual([3, 5]);
});

test("too few suitable nodes give no hold", () => {
  expect(chooseHold(gang, [node("n1"), node("n2", { gpus: 4 })], now)).toBeNull();
  const withInfiniband = { ...gang, network: "infiniband" as const };
  expect(chooseHold(withInfiniband, [node("n1", { ibsActive: 1 }), node("n2")], now)).toBeNull();
  expect(chooseHold({ ...gang, gpus: 8 }, [node("n1", { gpus: 4 })], now)).toBeNull();
});

test.each([
  [1, 0, true],
  [1, 1, true],
  [2, 1, true],
  [2, 2, false],
  [4, 2, true],
  [4, 3, false],
  [12, 4, true],
  [12, 5, false],
])("of %i nodes, %i that suit are few: %s", (count, withPort, few) => {
  const nodes = Array.from({ length: count }, (_, at) => node(`n${at}`, { ibsActive: at < withPort ? 1 : 0 }));
  expect(suitsFew({ gpus: 8, network: "infiniband" }, nodes)).toBe(few);
});

test.each([8, 16])("a hold of %i GPUs stays on the nodes that empty, whose last tasks are the longest", (gpus) => {
  const emptying = ["n1", "n2"].map((name) => node(name, { free: 6, busySince: ago(9000) }));
  const nodes = [...emptying, node("n3", since(3600)), node("n4", since(3600))];
  expect(chooseHold({ ...gang, gpus }, nodes, now)).toEqual([1, 2].slice(0, gpus / 8));
});

test("less than a node is held where few GPUs are missing, but not where they may never come free", () => {
  const part = { ...gang, gpus: 4 };
  const young = [node("n1", since(50)), node("n2", { free: 1, busySince: ago(50) })];
  expect(chooseHold(part, [...young, node("n3", { free: 3, busySince: ago(90) })], now)).toEqual([3]);
  expect(chooseHold(part, [...young, node("n3", { free: 3, busySince: ago(9000) })], now)).toEqual([2]);
});

test("less than a node keeps its node that comes free, before it fits elsewhere", () => {
  const nodes = [node("n1"), node("n2"), node("n3", { free: 3, busySince: ago(5) })];
  expect(chooseHold({ ...gang, gpus: 4 }, nodes, now, [2])).toEqual([2]);
  expect(chooseHold({ ...gang, gpus: 4 }, nodes, now, [3])).toEqual([1]);
});

describe("a node with long tasks of the hold's own tenant", () => {
  const DAY_S = 86_400;
  const whole = { gpus: 8, network: "ethernet" as const, tenantId: 1 };
  const stay = (tenantId: number, gpus: number, ranS: number) => ({ tenantId, gpus, from: ago(ranS) });
  const used = (nodeName: string, ...stays: ReturnType<typeof stay>[]) =>
    node(nodeName, { free: 8 - stays.reduce((sum, { gpus }) => sum + gpus, 0), busySince: ago(9000), stays });
  const other = used("n2", stay(2, 8, 9 * DAY_S));

  test("is not held while they run, also if others have GPUs there", () => {
    expect(chooseHold(whole, [used("n1", stay(1, 1, DAY_S))], now)).toBeNull();
    expect(chooseHold(whole, [used("n1", stay(1, 1, 2 * DAY_S), stay(2, 1, 60))], now)).toBeNull();
    expect(chooseHold(whole, [used("n1", stay(1, 1, 2 * DAY_S)), other], now)).toEqual([2]);
    expect(chooseHold({ ...whole, gpus: 16 }, [used("n1", stay(1, 1, 2 * DAY_S)), other, node("n3")], now)).toEqual([
      3, 2,
    ]);
  });

  test("is held if they are shorter, of others, or leave enough GPUs", () => {
    expect(chooseHold(whole, [used("n1", stay(1, 8, DAY_S - 600))], now)).toEqual([1]);
    expect(chooseHold(whole, [used("n1", stay(2, 8, 9 * DAY_S))], now)).toEqual([1]);
    const half = { ...whole, gpus: 4 };
    expect(chooseHold(half, [used("n1", stay(1, 4, 2 * DAY_S), stay(2, 4, 60))], now)).toEqual([1]);
    expect(chooseHold(half, [used("n1", stay(1, 5, 2 * DAY_S), stay(2, 3, 60))], now)).toBeNull();
  });
});

test("a claim grows with waiting, and shrinks with the GPUs that the tenant would have before", () => {
  const claim = (waitedS: number, gpusBefore: number) => claimOf({ acceptedAt: ago(waitedS) }, gpusBefore, now);
  expect(claim(2000, 0)).toBeGreaterThan(claim(1000, 0));
  expect(claim(1000, 8)).toBeGreaterThan(claim(9000, 99));
});

test("a hold is for 4 GPUs or more, after 600 s", () => {
  expect(mayHold({ gpusMin: 4, acceptedAt: ago(600) }, now)).toBe(true);
  expect(mayHold({ gpusMin: 4, acceptedAt: ago(599) }, now)).toBe(false);
  expect(mayHold({ gpusMin: 2, acceptedAt: ago(6000) }, now)).toBe(false);
});
