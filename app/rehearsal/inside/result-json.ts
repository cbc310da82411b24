import { errorShare } from "../error-share";
import type { Measured, TruthError, VariantResult, Waits } from "../plan";
import type { StoredResult } from "../stored-result";
import type { ErrorsJson, MeasuredJson, ResultJson, VariantJson, WaitsJson } from "./rehearsal-json";

interface For {
  nameOf: (tenantId: number) => string | null;
  seesMoney: boolean;
}

/** The stored result as screens and the API show it: names in the place of ids, and no money for those who may not see it. */
export function resultJson(stored: StoredResult, by: For): ResultJson {
  const { past, truth, variants, better, worse } = stored;
  const sentences = by.seesMoney ? stored.sentences : stored.plainSentences;
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
    truth: truth && truthJson(truth, variants[0], by),
    variants: variants.map((variant, index) => ({
      ...variantJson(variant, by),
      sentence: sentences[index - 1] ?? null,
      better: named(better[index - 1]),
      worse: named(worse[index - 1]),
    })),
  };
}

function truthJson(truth: TruthError, baseline: Measured | undefined, by: For): ResultJson["truth"] {
  const money = (cents: number) => (by.seesMoney ? cents : null);
  return {
    started_real: truth.startedReal,
    started_replayed: truth.startedReplayed,
    mean_wait_real_s: truth.meanWaitRealS,
    mean_wait_replayed_s: truth.meanWaitReplayedS,
    cents_real: money(truth.centsReal),
    cents_replayed: money(truth.centsReplayed),
    real: truth.real ? measuredJson(truth.real, by) : null,
    errors: truth.real && baseline ? errorsJson(truth.real, baseline, by) : null,
  };
}

function errorsJson(truth: Measured, baseline: Measured, by: For): ErrorsJson {
  const [real, replayed] = [measuredJson(truth, by), measuredJson(baseline, by)];
  const realOf = new Map(real.by_tenant.map((tenant) => [tenant.tenant_id, tenant]));
  return {
    ...errorsIn(WAITS, real, replayed),
    ...errorsIn(OVERALL, real, replayed),
    by_size: replayed.by_size.map((size, index) => ({
      ...{ from_gpus: size.from_gpus, to_gpus: size.to_gpus },
      ...errorsIn(WAITS, real.by_size[index], size),
    })),
    by_tenant: replayed.by_tenant.map((tenant) => ({
      ...{ tenant_id: tenant.tenant_id, tenant_name: tenant.tenant_name },
      ...errorsIn([...WAITS, "cents", "gpu_hours"], realOf.get(tenant.tenant_id), tenant),
    })),
  };
}

const WAITS = ["tasks", "started", "mean_s", "p50_s", "p95_s", "p99_s"] as const;
const OVERALL = ["cents", "gpu_hours", "utilisation", "gpu_hours_lost", "gangs_over_day", "never_starts"] as const;

function errorsIn<Name extends string>(
  names: readonly Name[],
  real: Record<Name, number | null> | undefined,
  replayed: Record<Name, number | null>,
): Record<Name, number | null> {
  const errors = names.map((name) => [name, errorShare(real?.[name] ?? null, replayed[name])]);
  return Object.fromEntries(errors) as Record<Name, number | null>;
}

type Compared = "sentence" | "better" | "worse";

function variantJson(one: VariantResult, by: For): Omit<VariantJson, Compared> {
  return {
    name: one.name,
    ...measuredJson(one, by),
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

function measuredJson(one: Measured, { nameOf, seesMoney }: For): MeasuredJson {
  const money = (cents: number) => (seesMoney ? cents : null);
  return {
    ...waitsJson(one.all),
    by_size: one.bySize.map((size) => ({ from_gpus: size.fromGpus, to_gpus: size.toGpus, ...waitsJson(size) })),
    by_tenant: one.byTenant.map(({ tenantId, cents, gpuHours, ...waits }) => ({
      ...{ tenant_id: tenantId, tenant_name: nameOf(tenantId), cents: money(cents), gpu_hours: gpuHours },
      ...waitsJson(waits),
    })),
    cents: money(one.cents),
    gpu_hours: one.gpuHours,
    utilisation: one.utilisation,
    gpu_hours_lost: one.gpuHoursLost,
    gangs_over_day: one.gangsOverDay,
    never_starts: one.neverStarts,
  };
}

function waitsJson({ tasks, started, meanS, p50S, p95S, p99S }: Waits): WaitsJson {
  return { tasks, started, mean_s: meanS, p50_s: p50S, p95_s: p95S, p99_s: p99S };
}
