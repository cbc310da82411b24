import { expect, test } from "vitest";
import { adviceIn, type Candidate, isAdvice, nodesVariant } from "~/rehearsal/candidate";
import { aPast, aTask, aVariant, HOUR_S, runVariant } from "./past";

const FULL: Candidate = { kind: "full", cluster: "one", gpuType: "a5000", gpus: 8, hours: 30 };
const FRAGMENTS: Candidate = { kind: "fragments", cluster: "one", gpuType: "a5000", gpus: 8, hours: 30 };
const QUEUE: Candidate = { kind: "queue", gpuType: "a5000", days: 20, of: 30 };

const aRow = { clusterName: "one", gpuType: "a5000" };

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

test("advice names the wait of the size that waited, though the wait of another changed more", () => {
  const before = sized({ tasks: 1 });
  const [one, , eight, more] = before.bySize;
  if (!one || !few || !eight || !more) throw new Error("sizes are missing");
  const waits = (meanS: number) => ({ ...few, tasks: 9, started: 9, meanS });
  const of = (meanS: number, small: number) => ({ ...before, bySize: [one, waits(small), { ...eight, meanS }, more] });
  const add = aVariant({ nodes: [{ kind: "add", ...aRow, count: 2, gpus: 8, infiniband: false }] });
  const { plain } = adviceIn([FULL], [add], [of(3600, 9000), of(1800, 60)]);
  expect(plain.map(({ text }) => text)).toEqual([
    "In one, tasks of 8 GPUs waited for 30 hours because too few GPUs of a5000 were free: two more nodes of 8 would have " +
      "cut the mean wait of tasks of 5 to 8 GPUs from 60 min to 30 min.",
  ]);
});
