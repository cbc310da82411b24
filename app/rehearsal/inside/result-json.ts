import type { VariantResult, Waits } from "../plan";
import type { StoredResult } from "../stored-result";
import type { ResultJson, VariantJson, WaitsJson } from "./rehearsal-json";

interface For {
  nameOf: (tenantId: number) => string | null;
  seesMoney: boolean;
}

/** The stored result as screens and the API show it: names in the place of ids, and no money for those who may not see it. */
export function resultJson(stored: StoredResult, by: For): ResultJson {
  const { past, truth, variants, better, worse } = stored;
  const sentences = by.seesMoney ? stored.sentences : stored.plainSentences;
  const money = (cents: number) => (by.seesMoney ? cents : null);
  const named = (ids: readonly number[] | undefined) => (ids ?? []).flatMap((id) => by.nameOf(id) ?? []);
  return {
    past: {
      from_ts: past.fromS,
      until_ts: past.untilS,
      tasks: past.tasks,
      nodes: past.nodes,
      gpus: past.gpus,
      service_known_from_ts: past.serviceKnownFromS,
    },
    truth: truth && {
      started_real: truth.startedReal,
      started_replayed: truth.startedReplayed,
      mean_wait_real_s: truth.meanWaitRealS,
      mean_wait_replayed_s: truth.meanWaitReplayedS,
      cents_real: money(truth.centsReal),
      cents_replayed: money(truth.centsReplayed),
    },
    variants: variants.map((variant, index) => ({
      ...variantJson(variant, by),
      sentence: sentences[index - 1] ?? null,
      better: named(better[index - 1]),
      worse: named(worse[index - 1]),
    })),
  };
}

type Compared = "sentence" | "better" | "worse";

function variantJson(one: VariantResult, { nameOf, seesMoney }: For): Omit<VariantJson, Compared> {
  const money = (cents: number) => (seesMoney ? cents : null);
  return {
    name: one.name,
    ...waitsJson(one.all),
    by_size: one.bySize.map((size) => ({ from_gpus: size.fromGpus, to_gpus: size.toGpus, ...waitsJson(size) })),
    by_tenant: one.byTenant.map(({ tenantId, cents, gpuHours, ...waits }) => ({
      ...{ tenant_name: nameOf(tenantId), cents: money(cents), gpu_hours: gpuHours },
      ...waitsJson(waits),
    })),
    cents: money(one.cents),
    gpu_hours: one.gpuHours,
    utilisation: one.utilisation,
    gpu_hours_lost: one.gpuHoursLost,
    gangs_over_day: one.gangsOverDay,
    never_starts: one.neverStarts,
    refused: one.refused,
    timeline: one.timeline.map((at) => ({
      ts: at.atS,
      gpus_in_service: at.gpusInService,
      gpus_busy: at.gpusBusy,
      gpus_in_fragments: at.gpusInFragments,
      gpus_waiting: at.gpusWaiting,
    })),
    hash: one.hash,
  };
}

function waitsJson({ tasks, started, meanS, p50S, p95S, p99S }: Waits): WaitsJson {
  return { tasks, started, mean_s: meanS, p50_s: p50S, p95_s: p95S, p99_s: p99S };
}
