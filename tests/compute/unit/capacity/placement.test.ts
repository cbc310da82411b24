import { describe, expect, test } from "vitest";
import { type FreeNode, FreePool, type GpuRequest, type Share } from "~/compute/inside/capacity/free-pool";
import { grantedSizes, type SizeWish } from "~/compute/inside/capacity/granted";
import { fitsOf } from "~/compute/inside/capacity/placement";
import { node } from "./nodes";

const ethernet = (gpus: number) => ({ gpus, network: "ethernet" as const });
const infiniband = (gpus: number) => ({ gpus, network: "infiniband" as const });

describe("placement of a task (S2, S4, S5)", () => {
  test("scenario 16: fragments 1 + 1 cannot hold 2 GPUs", () => {
    const nodes = [node("n1", { free: 1 }), node("n2", { free: 1 })];
    expect(choosePlacement(ethernet(2), nodes)).toBeNull();
    expect(fitsOf("ethernet", nodes)).toEqual([1]);
  });

  test("fragments 2 + 2 cannot hold 3 GPUs", () => {
    const nodes = [node("n1", { free: 2 }), node("n2", { free: 2 })];
    expect(choosePlacement(ethernet(3), nodes)).toBeNull();
    expect(fitsOf("ethernet", nodes)).toEqual([1, 2]);
  });

  test("scenario 17: a partly used node that suffices is filled before a free one", () => {
    const nodes = [node("n1"), node("n2", { free: 5 })];
    expect(choosePlacement(ethernet(2), nodes)).toEqual([{ nodeId: 2, gpus: [3, 4] }]);
    expect(choosePlacement(ethernet(4), nodes)).toEqual([{ nodeId: 2, gpus: [3, 4, 5, 6] }]);
    expect(choosePlacement(ethernet(8), nodes)?.[0]?.nodeId).toBe(1);
  });

  test("of two that are equally full, the node in use longest is filled, so that the other comes free", () => {
    const since = (hour: number) => ({ free: 2, busySince: new Date(Date.UTC(2026, 0, 31, hour)) });
    const nodes = [node("n1", since(9)), node("n2", since(7)), node("n3", since(8))];
    expect(choosePlacement(ethernet(1), nodes)?.[0]?.nodeId).toBe(2);
  });

  test("the partly used node with the fewest sufficient free GPUs is taken, ties by name", () => {
    const nodes = [node("n1", { free: 5 }), node("n3", { free: 2 }), node("n2", { free: 2 })];
    expect(choosePlacement(ethernet(2), nodes)?.[0]?.nodeId).toBe(2);
    expect(choosePlacement(ethernet(3), nodes)?.[0]?.nodeId).toBe(1);
  });

  test("the smallest free node that suffices is taken", () => {
    const nodes = [node("n1"), node("n2", { gpus: 4 }), node("n3", { gpus: 1 })];
    expect(choosePlacement(ethernet(2), nodes)?.[0]?.nodeId).toBe(2);
    expect(choosePlacement(ethernet(4), nodes)?.[0]?.nodeId).toBe(2);
    expect(choosePlacement(ethernet(8), nodes)?.[0]?.nodeId).toBe(1);
  });

  test("the lowest free GPU ids are taken", () => {
    const nodes = [node("n1", { freeGpus: [1, 4, 6] })];
    expect(choosePlacement(ethernet(2), nodes)).toEqual([{ nodeId: 1, gpus: [1, 4] }]);
  });

  test("scenario 19: a gang of 16 takes two free nodes or none", () => {
    expect(choosePlacement(ethernet(16), [node("n1"), node("n2", { free: 7 })])).toBeNull();
    const shares = choosePlacement(ethernet(16), [node("n2"), node("n1"), node("n3")]);
    expect(shares?.map((share) => share.nodeId)).toEqual([1, 2]);
    expect(shares?.every((share) => share.gpus.length === 8)).toBe(true);
  });

  test("a gang takes nodes of exactly 8 GPUs", () => {
    const nodes = [node("n1", { gpus: 16 }), node("n2"), node("n3", { gpus: 4 })];
    expect(choosePlacement(ethernet(16), nodes)).toBeNull();
  });

  test("scenario 23: infiniband needs an active port on every node", () => {
    const nodes = [node("n1"), node("n2", { ibsActive: 1 })];
    expect(choosePlacement(infiniband(8), nodes)?.[0]?.nodeId).toBe(2);
    expect(choosePlacement(infiniband(16), nodes)).toBeNull();
    expect(fitsOf("infiniband", nodes)).toEqual([1, 2, 4, 8]);
    expect(fitsOf("ethernet", nodes)).toEqual([1, 2, 4, 8, 16]);
  });

  test("fenced and avoided nodes take nothing", () => {
    const nodes = [node("n1", { fencedFor: "gang" }), node("n2", { avoided: true })];
    expect(fitsOf("ethernet", nodes)).toEqual([]);
  });
});

describe("number of granted GPUs (S6)", () => {
  const wish = { gpusMin: 1, gpusMax: 3, gpusIncr: 1, network: "ethernet" as const };

  test("scenario 22: 2 on a node with 2 fragments, 3 with a free node more", () => {
    const fragments = node("n1", { free: 2 });
    expect(chooseGranted(wish, [fragments])?.gpus).toBe(2);
    expect(chooseGranted(wish, [fragments, node("n2")])?.gpus).toBe(3);
  });

  test("gpus_max 0 means exactly gpu_min", () => {
    expect(chooseGranted({ ...wish, gpusMax: 0 }, [node("n1")])?.gpus).toBe(1);
  });

  test("sizes between 8 and 16 are never granted", () => {
    const nodes = [node("n1"), node("n2", { gpus: 16 })];
    expect(chooseGranted({ ...wish, gpusMin: 4, gpusMax: 15, gpusIncr: 4 }, nodes)?.gpus).toBe(8);
  });
});

/**
 * Finds the nodes and GPUs for a request outside the fence, all or nothing; null if it does not fit (S2, S4, S5, S7).
 */
function choosePlacement(request: GpuRequest, nodes: readonly FreeNode[]): Share[] | null {
  return new FreePool(nodes).choose(request);
}

/** Finds the largest requested size that fits now (S6), with its place; null if not even gpus_min fits. */
function chooseGranted(
  wish: SizeWish & Pick<GpuRequest, "network">,
  nodes: readonly FreeNode[],
): { gpus: number; shares: Share[] } | null {
  const pool = new FreePool(nodes);
  for (const gpus of grantedSizes(wish)) {
    const shares = pool.choose({ gpus, network: wish.network });
    if (shares) return { gpus, shares };
  }
  return null;
}
