import { PLACING_RULES } from "~/compute/placing-rules";
import { applyVariant, limitOf } from "./apply-variant";
import { PlacementHash } from "./placement-hash";
import { BASELINE, type Past, type PastTask, type RehearsalResult, type Variant } from "./plan";
import type { TruthError, VariantResult, Waits } from "./plan";
import { replayRow } from "./replay";
import { rowsOf } from "./rows-of";
import { sentenceOf } from "./sentence";
import { Summary } from "./summarise";
import { realOutcomes, realServiceGpuS } from "./truth";
import { waitChanged } from "./wait-changed";

const TIMELINE_POINTS = 400;

/**
 * Replays the past as it was and with the changes of each variant. Yields the share that is done, 0 to 1, in turns of a
 * few milliseconds. Equal input and seed give an equal result.
 */
export function* rehearse(past: Past, variants: readonly Variant[], seed: number): Generator<number, RehearsalResult> {
  const all = [BASELINE, ...variants];
  const results: VariantResult[] = [];
  let truth: TruthError | null = null;
  for (const [index, variant] of all.entries()) {
    const turns = rehearseOne(past, variant, seed);
    let turn = turns.next();
    for (; !turn.done; turn = turns.next()) yield (index + turn.value) / all.length;
    results.push(turn.value.result);
    truth ??= turn.value.truth;
  }
  const baseline = results[0];
  if (!baseline) throw new Error("the baseline is always replayed");
  const changed = results.slice(1);
  return {
    variants: results,
    truth,
    sentences: changed.map((result, index) => sentenceOf(variants[index] ?? BASELINE, baseline, result)),
    better: changed.map((result) => tenantsChanged(baseline, result, -1)),
    worse: changed.map((result) => tenantsChanged(baseline, result, 1)),
  };
}

function* rehearseOne(
  past: Past,
  variant: Variant,
  seed: number,
): Generator<number, { result: VariantResult; truth: TruthError | null }> {
  const applying = applyVariant(past, variant, seed);
  let applied = applying.next();
  for (; !applied.done; applied = applying.next()) yield 0;
  const { fromS, untilS } = past;
  const { nodes, tasks } = applied.value;
  const summary = new Summary(past);
  const truth = variant === BASELINE && past.tasks.some(({ real }) => real) ? new Summary(past, realCents) : null;
  const hash = new PlacementHash(new Map(nodes.map(({ nodeId, nodeName }) => [nodeId, nodeName])));
  const given = {
    ...{ fromS, untilS, rules: { ...PLACING_RULES, ...variant.rules }, limitOf: limitOf(variant.limits) },
    sampleEveryS: Math.max(1, Math.ceil((untilS - fromS) / TIMELINE_POINTS)),
  };
  let before = 0;
  for (const row of rowsOf(applied.value)) {
    const share = row.tasks.length / Math.max(1, tasks.length);
    const turns = replayRow({ ...given, ...row }, (placed) => hash.add(placed));
    let turn = turns.next();
    for (; !turn.done; turn = turns.next()) yield before + share * turn.value;
    for (const _turn of summary.add(row.tasks, turn.value)) yield before + share;
    if (truth)
      for (const [some, outcome] of realOutcomes(row.tasks, turn.value))
        for (const _turn of truth.add(some, outcome)) yield before + share;
    before += share;
  }
  const result = summary.result(variant.name, hash.digest());
  return { result, truth: truth && truthError(past, { truth, summary, replayed: result.all }) };
}

function realCents({ real }: PastTask): bigint {
  return BigInt(real?.cents ?? 0);
}

function truthError(past: Past, given: { truth: Summary; summary: Summary; replayed: Waits }): TruthError {
  const { truth, summary, replayed } = given;
  const real = truth.measured({ serviceGpuS: realServiceGpuS(past) });
  return {
    startedReal: real.all.started,
    startedReplayed: replayed.started,
    meanWaitRealS: real.all.meanS,
    meanWaitReplayedS: replayed.meanS,
    centsReal: truth.centsOfKnownEnds(),
    centsReplayed: summary.centsOfKnownEnds(),
    real,
  };
}

/** Tenants whose mean wait fell (-1) or rose (1), the largest change first. */
function tenantsChanged(baseline: VariantResult, variant: VariantResult, sign: 1 | -1): number[] {
  const before = new Map(baseline.byTenant.map(({ tenantId, meanS }) => [tenantId, meanS]));
  return variant.byTenant
    .flatMap(({ tenantId, meanS }) => {
      const meanBeforeS = before.get(tenantId) ?? null;
      if (meanS === null || meanBeforeS === null || !waitChanged(meanBeforeS, meanS)) return [];
      const risenS = sign * (meanS - meanBeforeS);
      return risenS > 0 ? [{ tenantId, risenS }] : [];
    })
    .sort((a, b) => b.risenS - a.risenS)
    .map(({ tenantId }) => tenantId);
}
