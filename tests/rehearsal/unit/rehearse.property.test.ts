import fc from "fast-check";
import { expect, test } from "vitest";
import { applyVariant } from "~/rehearsal/apply-variant";
import { BASELINE, type Past, type Variant } from "~/rehearsal/plan";
import { type Placed, replayRow } from "~/rehearsal/replay";
import { aNode, aPast, aTask, aVariant, runRehearsal } from "./past";

const someTasks = fc.array(
  fc.record({
    tenantId: fc.integer({ min: 1, max: 4 }),
    submitS: fc.nat(40_000),
    heldS: fc.integer({ min: 0, max: 20_000 }),
    gpusMin: fc.constantFrom(1, 1, 2, 4, 8, 16, 32),
    gpusMax: fc.constantFrom(0, 0, 8),
    network: fc.constantFrom("ethernet" as const, "ethernet" as const, "infiniband" as const),
    maxSeconds: fc.constantFrom(0, 0, 600, 7200),
    ended: fc.constantFrom("itself" as const, "funds" as const, "node lost" as const, "still running" as const),
    gpuType: fc.constantFrom("a5000", "a5000", "h100"),
  }),
  { maxLength: 40 },
);

const somePast = fc
  .record({
    tasks: someTasks,
    nodes: fc.array(fc.record({ gpus: fc.constantFrom(4, 8, 8), ibsActive: fc.nat(1) }), { maxLength: 5 }),
    changes: fc.array(
      fc.record({
        atS: fc.nat(60_000),
        nodeId: fc.integer({ min: 1, max: 5 }),
        becomes: fc.constantFrom("in service" as const, "draining" as const, "lost" as const),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ tasks, nodes, changes }): Past => {
    const made = nodes.map((node, index) => aNode(index + 1, node));
    return aPast(
      tasks.map((task, index) => aTask(`t${index}`, task)),
      {
        nodes: made,
        changes: changes.filter(({ nodeId }) => nodeId <= made.length).toSorted((a, b) => a.atS - b.atS),
        untilS: 70_000,
      },
    );
  });

const someVariant: fc.Arbitrary<Variant> = fc
  .record({
    price: fc.constantFrom(null, 50, 200),
    factor: fc.constantFrom(1, 0.5, 2.3),
    grow: fc.boolean(),
    order: fc.constantFrom("fair" as const, "arrival" as const),
    holdAfterS: fc.constantFrom(0, 600, 5000),
    declaredEnds: fc.boolean(),
    failures: fc.constantFrom(
      { kind: "own" as const },
      { kind: "none" as const },
      { kind: "rate" as const, perNodeMonth: 60, repairHours: 1 },
    ),
    breaker: fc.constantFrom(null, 0.2),
    limit: fc.constantFrom(null, 8, 16),
  })
  .map(({ price, factor, failures, breaker, limit, ...rules }) =>
    aVariant({
      prices: price === null ? [] : [{ gpuType: "a5000", gpuPph: price, elasticity: -0.5 }],
      demand: [{ factor, tenantId: null, fromGpus: null, toGpus: null }],
      rules,
      failures,
      breaker,
      limits: limit === null ? [] : [{ tenantId: null, gpus: limit }],
    }),
  );

function finish<Value>(turns: Generator<unknown, Value>): Value {
  let turn = turns.next();
  while (!turn.done) turn = turns.next();
  return turn.value;
}

test("no GPU has two tasks at once, and none starts before it is submitted or on a node out of service", () => {
  fc.assert(
    fc.property(somePast, someVariant, (past, variant) => {
      const { tasks, nodes, changes } = finish(applyVariant(past, variant, 1));
      const ofType = tasks.filter(({ gpuType }) => gpuType === "a5000");
      const placed: Placed[] = [];
      const out = finish(
        replayRow(
          { tasks: ofType, nodes, changes, sampleEveryS: 1000, untilS: past.untilS, fromS: past.fromS },
          (one) => placed.push(one),
        ),
      );
      const indexOf = new Map(ofType.map(({ id }, index) => [id, index]));
      const freeAt = new Map<string, number>();
      for (const { atS, task, shares } of placed) {
        const index = indexOf.get(task.id) ?? -1;
        expect(atS).toBeGreaterThanOrEqual(task.submitS);
        expect(shares.flatMap(({ gpus }) => gpus)).toHaveLength(out.gpus[index] ?? 0);
        for (const { nodeId, gpus } of shares) {
          const state = changes.findLast((change) => change.nodeId === nodeId && change.atS <= atS)?.becomes;
          expect(state ?? "in service").toBe("in service");
          for (const gpu of gpus) {
            expect(freeAt.get(`${nodeId}/${gpu}`) ?? 0).toBeLessThanOrEqual(atS);
            const endS = out.endS[index] ?? NaN;
            freeAt.set(`${nodeId}/${gpu}`, Number.isNaN(endS) ? Infinity : endS);
          }
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("every task is refused, never starts, waits or has started; busy GPUs are in service", () => {
  fc.assert(
    fc.property(somePast, someVariant, (past, variant) => {
      for (const result of runRehearsal(past, [variant]).variants) {
        const { all, refused, neverStarts, bySize, byTenant, utilisation, timeline } = result;
        const waiting = all.tasks - all.started - refused - neverStarts;
        expect(waiting).toBeGreaterThanOrEqual(0);
        const sum = (rows: readonly { tasks: number }[]) => rows.reduce((tasks, row) => tasks + row.tasks, 0);
        expect([sum(bySize), sum(byTenant)]).toEqual([all.tasks, all.tasks]);
        expect(utilisation ?? 0).toBeLessThanOrEqual(1);
        expect(timeline.length).toBeLessThanOrEqual(400);
        expect(timeline.filter(({ gpusBusy, gpusInService }) => gpusBusy > gpusInService)).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});

test("equal input and seed give an equal result, and a variant without changes is the baseline", () => {
  fc.assert(
    fc.property(somePast, someVariant, fc.nat(1000), (past, variant, seed) => {
      const [one, other] = [1, 2].map(() => runRehearsal(past, [variant, BASELINE], seed));
      expect(one).toEqual(other);
      expect(one?.variants[2]).toEqual(one?.variants[0]);
      expect(one?.sentences[1]).toBe("The variant “As it was” would have changed nothing that counts.");
    }),
    { numRuns: 100 },
  );
});

test("an added node never raises the number of tasks that never start", () => {
  fc.assert(
    fc.property(somePast, someVariant, fc.constantFrom(2, 4, 8), fc.boolean(), (past, variant, gpus, infiniband) => {
      const add = { kind: "add" as const, clusterName: "one", gpuType: "a5000", count: 1, gpus, infiniband };
      const { variants } = runRehearsal(past, [variant, { ...variant, nodes: [add] }]);
      expect(variants[2]?.neverStarts ?? NaN).toBeLessThanOrEqual(variants[1]?.neverStarts ?? NaN);
    }),
    { numRuns: 100 },
  );
});
