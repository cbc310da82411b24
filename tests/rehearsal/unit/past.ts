import {
  BASELINE,
  type Past,
  type PastNode,
  type PastTask,
  type RehearsalResult,
  type Variant,
} from "~/rehearsal/plan";
import { rehearse } from "~/rehearsal/rehearse";
import { resultOfTurns } from "./turns";

export const HOUR_S = 3600;
const ROW = { clusterName: "one", gpuType: "a5000" };

export function aNode(nodeId: number, given: Partial<PastNode> = {}): PastNode {
  return { nodeId, nodeName: `n${nodeId}`, ...ROW, gpus: 8, ibsActive: 0, ...given };
}

/** A task of 8 GPUs for one hour at a dollar each. */
export function aTask(id: string, given: Partial<PastTask> = {}): PastTask {
  const heldS = given.heldS ?? HOUR_S;
  return {
    ...{ id, tenantId: 1, ...ROW, submitS: 0, gpusMin: 8, gpusMax: 0, gpusIncr: 1, network: "ethernet" },
    ...{ gpuPph: 100, maxSeconds: 0, heldS, chargedS: heldS, ended: "itself", real: null },
    ...given,
  };
}

export function aPast(tasks: PastTask[], given: Partial<Past> = {}): Past {
  const inOrder = tasks.toSorted((a, b) => a.submitS - b.submitS);
  const tenants = new Map(tasks.map(({ tenantId }) => [tenantId, `tenant ${tenantId}`]));
  return { fromS: 0, untilS: 100 * HOUR_S, tasks: inOrder, nodes: [aNode(1)], changes: [], tenants, ...given };
}

export function aVariant(given: Partial<Variant>): Variant {
  return { ...BASELINE, name: "changed", ...given };
}

export function runRehearsal(past: Past, variants: Variant[] = [], seed = 1): RehearsalResult {
  return resultOfTurns(rehearse(past, variants, seed));
}

/** The results of the baseline and of one variant, and its sentence. */
export function runVariant(past: Past, given: Partial<Variant>, seed = 1) {
  const { variants, sentences, ...rest } = runRehearsal(past, [aVariant(given)], seed);
  const [baseline, changed] = variants;
  if (!baseline || !changed) throw new Error("a variant is missing");
  return { baseline, changed, sentence: sentences[0] ?? "", ...rest };
}
