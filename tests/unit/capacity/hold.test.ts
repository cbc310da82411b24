import { expect, test } from "vitest";
import { chooseHold, mayHold } from "~/domain/capacity/hold";
import { node } from "./nodes";

const gang = { gpus: 16, network: "ethernet" as const };
const now = new Date("2026-01-31T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test("wholly free nodes are fenced first, then those with the fewest GPUs in use, ties by name (S11)", () => {
  const nodes = [node("n1", { free: 0 }), node("n4", { free: 6 }), node("n3", { free: 6 }), node("n2")];
  expect(chooseHold(gang, nodes)).toEqual([2, 3]);
});

test("a node that is fenced stays fenced, however much runs on the others", () => {
  const nodes = [node("n1", { free: 1 }), node("n2", { free: 2 }), node("n3"), node("n4")];
  expect(chooseHold(gang, nodes, [1, 2])).toEqual([2, 1]);
});

test("a fenced node that stops suiting is replaced", () => {
  const nodes = [node("n2", { free: 2 }), node("n3", { free: 1 })];
  expect(chooseHold(gang, nodes, [1, 2])).toEqual([2, 3]);
});

test("too few suiting nodes give no hold", () => {
  expect(chooseHold(gang, [node("n1"), node("n2", { gpus: 4 })])).toBeNull();
  const withInfiniband = { ...gang, network: "infiniband" as const };
  expect(chooseHold(withInfiniband, [node("n1", { ibsActive: 1 }), node("n2")])).toBeNull();
  expect(chooseHold({ ...gang, gpus: 8 }, [node("n1", { gpus: 4 })])).toBeNull();
});

test("a hold is for 4 GPUs or more, after 600 s", () => {
  expect(mayHold({ gpusMin: 4, acceptedAt: ago(600) }, now)).toBe(true);
  expect(mayHold({ gpusMin: 4, acceptedAt: ago(599) }, now)).toBe(false);
  expect(mayHold({ gpusMin: 2, acceptedAt: ago(6000) }, now)).toBe(false);
});
