import { expect, test } from "vitest";
import { applyVariant } from "~/rehearsal/apply-variant";
import type { Variant } from "~/rehearsal/plan";
import { aNode, aPast, aTask, aVariant, HOUR_S } from "./past";
import { turnsOf } from "./turns";

/** Between turns a thread looks at its memory and may be ended (A42). */
test.each<[string, Partial<Variant>]>([
  ["copies of a task", { demand: [{ factor: 1_000_000, tenantId: null, fromGpus: null, toGpus: null }] }],
  ["demand at a lower price", { prices: [{ gpuType: "a5000", gpuPph: 1, elasticity: -3 }] }],
  ["losses", { failures: { kind: "rate", perNodeMonth: 100, repairHours: 0 } }],
])("a variant that makes many %s works in turns (A42)", (_, given) => {
  const past = aPast([aTask("one")], { untilS: 5_000 * 24 * HOUR_S, nodes: [1, 2, 3, 4].map((id) => aNode(id)) });
  expect(turnsOf(applyVariant(past, aVariant(given), 1))).toBeGreaterThan(10);
});
