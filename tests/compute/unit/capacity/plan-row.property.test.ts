import fc from "fast-check";
import { expect, test } from "vitest";
import { FreePool } from "~/compute/inside/capacity/free-pool";
import { FundsLeft } from "~/compute/inside/capacity/funds";
import type { HoldOfRow } from "~/compute/inside/capacity/hold";
import { planRow, type RowState } from "~/compute/inside/capacity/plan-row";
import { byAcceptance, queueOrder } from "~/compute/inside/capacity/queue-order";
import { requestOf, type WaitingTask } from "~/compute/inside/capacity/waiting-task";
import { planByTheBook } from "./by-the-book";
import { node } from "./nodes";

const now = new Date("2026-01-31T12:00:00Z");
const PPH = 95;

/** Half of the nodes have none, half of the tasks have no needs. */
const someMeans = fc.option(
  fc.record({
    pulls: fc.boolean(),
    volumeReach: fc.constantFrom("shared" as const, "local" as const, "local" as const, null),
    volumeRoomGb: fc.constantFrom(0, 100, 200),
  }),
  { nil: undefined, freq: 1 },
);
const someNeeds = fc.option(
  fc.record({
    pulls: fc.boolean(),
    shared: fc.nat(3).map((chance) => chance === 0),
    nodeId: fc.constantFrom(null, null, 1, 2),
    localGb: fc.constantFrom(0, 0, 100, 150),
  }),
  { nil: null, freq: 1 },
);

const someNodes = fc
  .array(
    fc.record({
      gpus: fc.constantFrom(4, 8, 8),
      used: fc.nat(8),
      ibsActive: fc.nat(1),
      ranS: fc.constantFrom(60, 600, 6000),
      leftS: fc.constantFrom(null, 300, 900, 8000),
      stays: fc.array(
        fc.record({
          tenantId: fc.integer({ min: 1, max: 3 }),
          ranS: fc.constantFrom(60, 80_000, 86_000, 90_000),
        }),
        { maxLength: 8 },
      ),
      images: fc.subarray(["ubuntu", "pytorch"]),
      withoutRoomFor: fc.subarray(["pytorch"]),
      avoidedBy: fc.subarray([1, 2, 3], { maxLength: 1 }),
      means: someMeans,
    }),
    { maxLength: 8 },
  )
  .map((nodes) =>
    nodes.map(({ gpus, used, ibsActive, ranS, leftS, stays, ...given }, index) =>
      node(`n${index + 1}`, {
        ...{ gpus, ibsActive, ...given },
        free: Math.max(0, gpus - used),
        busySince: used === 0 ? null : new Date(now.getTime() - ranS * 1000),
        freeBy: used === 0 || leftS === null ? null : new Date(now.getTime() + leftS * 1000),
        // One GPU each.
        stays: stays.slice(0, Math.min(used, gpus)).map((stay) => ({
          ...{ tenantId: stay.tenantId, gpus: 1, from: new Date(now.getTime() - stay.ranS * 1000) },
        })),
      }),
    ),
  );

const someTasks = fc
  .array(
    fc.record({
      tenantId: fc.integer({ min: 1, max: 4 }),
      gpusMin: fc.constantFrom(1, 2, 4, 8, 16, 32),
      growth: fc.nat(4),
      network: fc.constantFrom("ethernet" as const, "infiniband" as const),
      waitedS: fc.constantFrom(1, 300, 700, 4000),
      again: fc.nat(9).map((chance) => chance === 0),
      movedUpAt: fc.constantFrom(
        ...[0, 0, 0, 10, 200].map((ago) => (ago ? new Date(now.getTime() - ago * 1000) : null)),
      ),
      maxSeconds: fc.constantFrom(0, 0, 600, 7200),
      image: fc.constantFrom(null, "ubuntu", "pytorch"),
      needs: someNeeds,
    }),
    { maxLength: 14 },
  )
  .map((tasks) =>
    tasks.map(({ growth, waitedS, ...given }, index): WaitingTask => ({
      ...given,
      resvGuid: `t${String(index).padStart(2, "0")}`,
      taskName: `t${index}`,
      gpusMax: growth === 0 ? 0 : given.gpusMin + growth,
      gpusIncr: 1,
      acceptedAt: new Date(now.getTime() - waitedS * 1000 - index),
      acceptedGpuPph: PPH,
      attempts: 0,
      pph: PPH * given.gpusMin,
    })),
  );

/** Tenant 4 has no money, the others have enough for `gpus` GPUs; tasks that are placed again already count. */
const funds = (gpus: number, waiting: readonly WaitingTask[]) =>
  new FundsLeft(
    new Map(
      [1, 2, 3, 4].map((tenantId) => [
        tenantId,
        {
          availableUnits: tenantId === 4 ? 0n : BigInt(gpus * PPH * 600),
          committedPph: committedPph(waiting, tenantId),
        },
      ]),
    ),
  );

/** Tenants 1 and 3 have GPUs. */
const inUse = new Map([
  [1, 9],
  [3, 1],
]);

function committedPph(waiting: readonly WaitingTask[], tenantId: number): number {
  const again = waiting.filter((task) => task.again && task.tenantId === tenantId);
  return again.reduce((sum, task) => sum + task.pph, 0);
}

/** The plan of a row in which everything may be placed at once; every tenant has money unless told otherwise. */
function planOf(row: Pick<RowState, "nodes" | "waiting" | "holds"> & Partial<Pick<RowState, "funds" | "limit">>) {
  const waiting = byAcceptance(row.waiting);
  return planRow({ gpuPph: PPH, inUse, now, limit: 1000, funds: funds(1000, waiting), ...row, waiting });
}

/** Nodes, the tasks that wait for them, the money of their tenants, and the task that holds nodes, if any. */
const someRow = [someNodes, someTasks, fc.constantFrom(8, 40, 1000), fc.nat(13)] as const;

function holdsOf(...tasks: (WaitingTask | undefined)[]): RowState["holds"] {
  return tasks.flatMap((task, index) => (task ? { resvGuid: task.resvGuid, nodeIds: [1 + index, 3 + index] } : []));
}

test("a plan gives each GPU once, gangs complete, never more than is paid for, and leaves nothing that would fit", () => {
  fc.assert(
    fc.property(...someRow, (nodes, waiting, rich, at) => {
      const before = holdsOf(waiting[at]);
      const money = funds(rich, waiting);
      const plan = planOf({ nodes, waiting, holds: before, funds: money });

      const given = plan.decisions.flatMap(({ shares }) =>
        shares.flatMap((share) => share.gpus.map((gpu) => `${share.nodeId}/${gpu}`)),
      );
      const free = new Set(nodes.flatMap((one) => one.freeGpus.map((gpu) => `${one.nodeId}/${gpu}`)));
      expect(new Set(given).size).toBe(given.length);
      expect(given.every((gpu) => free.has(gpu))).toBe(true);

      for (const { task, gpus, shares, pphCents } of plan.decisions) {
        expect(shares.flatMap((share) => share.gpus)).toHaveLength(gpus);
        expect(shares).toHaveLength(Math.ceil(gpus / 8));
        expect(gpus).toBeGreaterThanOrEqual(task.gpusMin);
        expect(pphCents).toBe(PPH * gpus);
      }
      for (const tenantId of [1, 2, 3, 4]) {
        const gpus = plan.decisions
          .filter((one) => one.task.tenantId === tenantId)
          .reduce((sum, one) => sum + one.gpus, 0);
        expect(gpus).toBeLessThanOrEqual(tenantId === 4 ? 0 : rich);
      }

      const pool = new FreePool(nodes);
      pool.take(
        plan.decisions.flatMap(({ shares }) => shares),
        { from: now, until: null },
      );
      pool.fence(plan.holds);
      const placed = new Set(plan.decisions.map(({ task }) => task.resvGuid));
      const fenced = new Set(plan.holds.flatMap(({ nodeIds }) => nodeIds));
      const first = planOf({ nodes, waiting, holds: before, funds: funds(rich, waiting), limit: 0 });
      const isOpened = first.holds.some(({ nodeIds }) => nodeIds.some((nodeId) => !fenced.has(nodeId)));
      for (const { task } of plan.listWaits()) {
        expect(placed.has(task.resvGuid)).toBe(false);
        const funded = money.cover(task, PPH * task.gpusMin);
        // A fence that ends or moves during the run opens nodes to tasks that had their turn before: the next run has them.
        if (funded && !isOpened) expect(pool.choose(requestOf(task))).toBeNull();
      }
      const left = waiting.filter((task) => !placed.has(task.resvGuid));
      expect(plan.listWaits().map((wait) => wait.task)).toEqual([
        ...byAcceptance(left.filter((task) => task.again)),
        ...byAcceptance(left.filter((task) => !task.again && task.movedUpAt)).toSorted(
          (a, b) => Number(b.movedUpAt) - Number(a.movedUpAt),
        ),
        ...queueOrder(byAcceptance(waiting.filter((task) => !task.again && !task.movedUpAt)), inUse).filter((task) =>
          left.includes(task),
        ),
      ]);
    }),
    { numRuns: 300 },
  );
});

test("exactly the needed number of nodes is fenced, each for one task, and no other task is placed on them", () => {
  fc.assert(
    fc.property(someNodes, someTasks, (nodes, waiting) => {
      const { holds, decisions } = planOf({ nodes, waiting, holds: [] });
      expect(holds.length).toBeLessThanOrEqual(2);
      const fenced = holds.flatMap(({ nodeIds }) => nodeIds);
      expect(new Set(fenced).size).toBe(fenced.length);
      const holders = holds.map((hold) => waiting.find((task) => task.resvGuid === hold.resvGuid));
      for (const [index, holder] of holders.entries()) {
        expect(holder?.gpusMin).toBeGreaterThanOrEqual(4);
        expect(holds[index]?.nodeIds).toHaveLength(Math.ceil((holder?.gpusMin ?? 0) / 8));
        expect(decisions.some(({ task }) => task === holder)).toBe(false);
      }
      // Tasks that are placed again while the fences are up do not touch them.
      const later = waiting
        .filter((task) => !holders.includes(task))
        .map((task) => ({ ...task, gpusMin: 1, maxSeconds: 0 }));
      const state = { nodes, waiting: [...holders.flatMap((holder) => holder ?? []), ...later], holds };
      const [atFirst, next] = [planOf({ ...state, limit: 0 }), planOf(state)];
      const used = next.decisions
        .filter(({ task }) => !holds.some(({ resvGuid }) => resvGuid === task.resvGuid))
        .flatMap(({ shares }) => shares.map((share) => share.nodeId));
      const stillThere = ({ resvGuid }: HoldOfRow) => next.holds.some((hold) => hold.resvGuid === resvGuid);
      const stillFenced = atFirst.holds.filter(stillThere).flatMap(({ nodeIds }) => nodeIds);
      expect(used.filter((nodeId) => stillFenced.includes(nodeId))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

test("the planner's cache changes no decision: every plan is the one of the rules", () => {
  fc.assert(
    fc.property(...someRow, (nodes, waiting, rich, at) => {
      let holds = holdsOf(waiting[at], waiting[at + 1]);
      // The second plan starts with the first one's holds and the nodes it left over.
      let queue = byAcceptance(waiting);
      for (const _round of [1, 2]) {
        const state = { nodes, waiting: queue, inUse, holds, gpuPph: PPH, now, limit: 1000 };
        const plan = planRow({ ...state, funds: funds(rich, queue) });
        const made = { decisions: plan.decisions, holds: plan.holds, waits: plan.listWaits() };
        expect(made).toEqual(planByTheBook({ ...state, funds: funds(rich, queue) }));
        holds = plan.holds;
        queue = queue.filter((task) => !plan.decisions.some((one) => one.task === task));
      }
    }),
    { numRuns: 500 },
  );
});
