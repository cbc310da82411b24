import fc from "fast-check";
import { expect, test } from "vitest";
import { FreePool } from "~/compute/inside/capacity/free-pool";
import { byTheBook } from "./by-the-book";
import { node } from "./nodes";

const now = new Date("2026-01-31T12:00:00Z");

const someNodes = fc
  .array(
    fc.record({
      gpus: fc.constantFrom(1, 2, 4, 8, 8, 8, 16),
      used: fc.nat(16),
      ibsActive: fc.nat(1),
      fencedFor: fc.constantFrom(null, null, null, null, "one", "other"),
      avoided: fc.nat(9).map((chance) => chance === 0),
      images: fc.subarray(["ubuntu", "pytorch"]),
      withoutRoomFor: fc.subarray(["pytorch", "a large image"]),
      avoidedBy: fc.subarray([1, 2], { maxLength: 1 }),
      ranS: fc.constantFrom(60, 600, 6000),
    }),
    { maxLength: 12 },
  )
  .map((nodes) =>
    nodes.map(({ used, ranS, ...given }, index) =>
      node(`n${String(index + 1).padStart(3, "0")}`, {
        ...given,
        free: Math.max(0, given.gpus - used),
        busySince: used === 0 ? null : new Date(now.getTime() - ranS * 1000),
      }),
    ),
  );
const someRequests = fc.array(
  fc.record({
    gpus: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 16, 32),
    network: fc.constantFrom("ethernet" as const, "infiniband" as const),
    image: fc.constantFrom(null, "ubuntu", "pytorch", "a large image"),
    tenantId: fc.constantFrom(1, 2, 3),
  }),
  { maxLength: 30 },
);

test("every choice is the one of the rules, whatever was taken before, and no GPU is given twice", () => {
  fc.assert(
    fc.property(someNodes, someRequests, (nodes, requests) => {
      const pool = new FreePool(nodes);
      let left = nodes;
      for (const request of requests) {
        const chosen = pool.choose(request);
        expect(chosen).toEqual(byTheBook(request, left));
        if (!chosen) continue;
        expect(chosen.flatMap((share) => share.gpus)).toHaveLength(request.gpus);
        pool.take(chosen, { from: now, until: null });
        left = left.map((one) => {
          const share = chosen.find((candidate) => candidate.nodeId === one.nodeId);
          if (!share) return one;
          const freeGpus = one.freeGpus.filter((gpu) => !share.gpus.includes(gpu));
          return { ...one, freeGpus, busySince: one.busySince ?? now };
        });
      }
      expect(pool.list().map((one) => one.freeGpus)).toEqual(left.map((one) => one.freeGpus));
    }),
    { numRuns: 300 },
  );
});

test("an image decides between equally suitable nodes, and nothing else", () => {
  fc.assert(
    fc.property(someNodes, someRequests, (nodes, requests) => {
      const roomy = nodes.map(({ withoutRoomFor: _, ...one }) => one);
      const [withImages, without] = [new FreePool(roomy), new FreePool(roomy)];
      const kindsOf = (pool: FreePool, shares: ReturnType<FreePool["choose"]>) =>
        shares?.map(({ nodeId, gpus }) => {
          const found = pool.list().find((one) => one.nodeId === nodeId);
          return [gpus.length, found?.freeGpus.length, found && found.freeGpus.length === found.gpus];
        });
      for (const { image, ...request } of requests) {
        const chosen = withImages.choose({ ...request, image });
        expect(kindsOf(withImages, chosen)).toEqual(kindsOf(without, without.choose(request)));
      }
    }),
  );
});
