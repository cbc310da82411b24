import { expect, test } from "vitest";
import { type Candidate, isAdvice, nodesVariant } from "~/rehearsal/candidate";
import { aPast, aTask, HOUR_S, runVariant } from "./past";

const FULL: Candidate = { kind: "full", cluster: "one", gpuType: "a5000", gpus: 8, hours: 30 };
const FRAGMENTS: Candidate = { kind: "fragments", cluster: "one", gpuType: "a5000", gpus: 8, hours: 30 };
const QUEUE: Candidate = { kind: "queue", gpuType: "a5000", days: 20, of: 30 };

/** Two tasks of a node of 8, of which one waits for an hour. */
const { baseline } = runVariant(aPast([aTask("a"), aTask("b")], { untilS: 9 * HOUR_S }), {});
const [small, few, node, gang] = baseline.bySize;
const sized = (given: Partial<(typeof baseline.bySize)[number]>) => {
  if (!small || !few || !node || !gang) throw new Error("sizes are missing");
  return { ...baseline, bySize: [small, few, { ...node, ...given }, gang] };
};
const faster = sized({ meanS: 900 });

test("nodes are advice if they cut a mean wait by a tenth and a minute: that of the size that waited", () => {
  expect(node?.meanS).toBe(HOUR_S / 2);
  expect(isAdvice(FULL, [baseline, baseline], true)).toBe(false);
  expect(isAdvice(FULL, [baseline, sized({ meanS: 1700 })], true)).toBe(false);
  expect(isAdvice(FULL, [baseline, faster], false)).toBe(true);
  expect(isAdvice(FRAGMENTS, [baseline, faster], false)).toBe(true);
  expect(isAdvice({ ...FRAGMENTS, gpus: 4 }, [baseline, faster], false)).toBe(false);
});

test("a price is advice if it raises revenue by a hundredth, for those who see no money also if it cuts a wait", () => {
  const earns = (cents: number, of = baseline) => ({ ...of, cents });
  expect(baseline.cents).toBe(1600);
  expect(isAdvice(QUEUE, [baseline, earns(1616)], true)).toBe(true);
  expect(isAdvice(QUEUE, [baseline, earns(1615, faster)], true)).toBe(false);
  expect(isAdvice(QUEUE, [baseline, earns(1616)], false)).toBe(false);
  expect(isAdvice(QUEUE, [baseline, earns(1616, faster)], false)).toBe(true);
});

test("nothing is advice that leaves more tasks without nodes, raises the mean wait of all, or starts fewer of a size", () => {
  expect(isAdvice(FULL, [baseline, { ...faster, neverStarts: 1 }], true)).toBe(false);
  expect(isAdvice(FULL, [baseline, { ...faster, all: { ...faster.all, meanS: HOUR_S } }], true)).toBe(false);
  expect(isAdvice(FULL, [baseline, sized({ meanS: 900, started: 1 })], true)).toBe(false);
});

test("nodes of a size that no rehearsal can add are no variant, nor are too few small ones", () => {
  const row = (...sizes: number[]) => ({ sizes, infiniband: false });
  expect(nodesVariant(FULL, row(16), [])?.nodes).toMatchObject([{ kind: "add", count: 2, gpus: 16 }]);
  expect(nodesVariant(FULL, row(32), [])).toBeNull();
  expect(nodesVariant(FRAGMENTS, row(8, 4), [{ name: "a", gpus: 4 }])).toBeNull();
  expect(nodesVariant(FRAGMENTS, row(8, 6), [{ name: "a", gpus: 6 }])).toBeNull();
});
