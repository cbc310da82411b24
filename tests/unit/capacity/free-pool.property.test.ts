import fc from "fast-check";
import { expect, test } from "vitest";
import { type FreeNode, FreePool, type GpuRequest, type Share } from "~/domain/capacity/free-pool";
import { node } from "./nodes";

const someNodes = fc
  .array(
    fc.record({
      gpus: fc.constantFrom(1, 2, 4, 8, 8, 8, 16),
      used: fc.nat(16),
      ibsActive: fc.nat(1),
      fenced: fc.nat(5).map((chance) => chance === 0),
      avoided: fc.nat(9).map((chance) => chance === 0),
    }),
    { maxLength: 12 },
  )
  .map((nodes) =>
    nodes.map(({ used, ...given }, index) =>
      node(`n${String(index + 1).padStart(3, "0")}`, { ...given, free: Math.max(0, given.gpus - used) }),
    ),
  );
const someRequests = fc.array(
  fc.record({
    gpus: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 16, 32),
    network: fc.constantFrom("ethernet" as const, "infiniband" as const),
  }),
  { maxLength: 30 },
);

/** The rules S2, S4, S5 and S7 word for word, by looking at every node. */
function byTheBook({ gpus, network }: GpuRequest, nodes: FreeNode[]): Share[] | null {
  const open = nodes
    .filter((one) => !one.fenced && !one.avoided && (network === "ethernet" || one.ibsActive >= 1))
    .sort((a, b) => a.freeGpus.length - b.freeGpus.length || a.nodeName.localeCompare(b.nodeName));
  const whole = open.filter((one) => one.freeGpus.length === one.gpus);
  if (gpus > 8) {
    const eights = whole.filter((one) => one.gpus === 8).slice(0, gpus / 8);
    return eights.length < gpus / 8
      ? null
      : eights.map((one) => ({ nodeId: one.nodeId, gpus: one.freeGpus }));
  }
  const partly = open.filter((one) => one.freeGpus.length < one.gpus);
  const enough = (one: FreeNode) => one.freeGpus.length >= gpus;
  const chosen =
    gpus < 4 ? (partly.find(enough) ?? whole.find(enough)) : (whole.find(enough) ?? partly.find(enough));
  return chosen ? [{ nodeId: chosen.nodeId, gpus: chosen.freeGpus.slice(0, gpus) }] : null;
}

test("every choice is the one the rules name, whatever was taken before, and no GPU is given twice", () => {
  fc.assert(
    fc.property(someNodes, someRequests, (nodes, requests) => {
      const pool = new FreePool(nodes);
      let left = nodes;
      for (const request of requests) {
        const chosen = pool.choose(request);
        expect(chosen).toEqual(byTheBook(request, left));
        if (!chosen) continue;
        expect(chosen.flatMap((share) => share.gpus)).toHaveLength(request.gpus);
        pool.take(chosen);
        left = left.map((one) => {
          const share = chosen.find((candidate) => candidate.nodeId === one.nodeId);
          return { ...one, freeGpus: one.freeGpus.filter((gpu) => !share?.gpus.includes(gpu)) };
        });
      }
      expect(pool.list().map((one) => one.freeGpus)).toEqual(left.map((one) => one.freeGpus));
    }),
    { numRuns: 300 },
  );
});
