import { incidentRefund, settlement } from "~/money/charge";
import { asPphCents, asUnits, centsToUnits, unitsFor, wholeCents } from "~/money/units";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import type { PastEnd, PastTask, TruthError, VariantResult, Waits } from "./plan";
import type { Outcome, Sample } from "./replay";

/** Sizes in GPUs by which waits are shown. */
export const SIZES = [
  { fromGpus: 1, toGpus: 1 },
  { fromGpus: 2, toGpus: 4 },
  { fromGpus: 5, toGpus: 8 },
  { fromGpus: 16, toGpus: null },
] as const;

const DAY_S = 86_400;
/** Ends that the past does not know: the node was lost first, or the period ended. */
const UNKNOWN_ENDS: readonly PastEnd[] = ["node lost", "still running"];
/** Tasks that are counted between two turns: some milliseconds of work. */
const TASKS_PER_TURN = 10_000;

/** Sums up the replays of the rows of one variant. */
export class Summary {
  private readonly sizes = SIZES.map(() => new WaitList());
  private readonly tenants = new Map<number, TenantSum>();
  private readonly samples: Sample[] = [];
  private readonly truth = { startedReal: 0, startedReplayed: 0, waitedReal: 0, waitedReplayed: 0, real: 0 };
  private readonly truthCents = { real: 0n, replayed: 0n };
  private readonly counts = { gpuS: 0, serviceGpuS: 0, lostGpuS: 0, gangsOverDay: 0, neverStarts: 0, refused: 0 };

  constructor(private readonly period: { fromS: number; untilS: number }) {}

  *add(tasks: readonly PastTask[], outcome: Outcome): Generator<undefined, void> {
    const { startS, endS, gpus, lost } = outcome;
    for (const [index, task] of tasks.entries()) {
      if (index % TASKS_PER_TURN === 0) yield;
      const started = startS[index] ?? NaN;
      const ended = endS[index] ?? NaN;
      const granted = gpus[index] ?? 0;
      const isLost = lost[index] === 1;
      const waitedS = started - task.submitS;
      const usedS = Number.isNaN(started) ? 0 : this.usedS(started, ended);
      const cents = Number.isNaN(ended) ? 0n : centsOf(task, { gpus: granted, ranS: ended - started, isLost });
      this.sizes[SIZES.findLastIndex(({ fromGpus }) => task.gpusMin >= fromGpus)]?.add(waitedS);
      const tenant = this.tenants.get(task.tenantId) ?? new TenantSum();
      this.tenants.set(task.tenantId, tenant);
      tenant.waits.add(waitedS);
      tenant.cents += cents;
      tenant.gpuS += usedS * granted;
      this.counts.gpuS += usedS * granted;
      if (isLost) this.counts.lostGpuS += usedS * granted;
      this.counts.neverStarts += outcome.neverFits[index] ?? 0;
      this.counts.refused += outcome.overLimit[index] ?? 0;
      const waits = outcome.neverFits[index] === 0 && outcome.overLimit[index] === 0;
      const longestS = Number.isNaN(started) ? this.period.untilS - task.submitS : waitedS;
      if (task.gpusMin > GPUS_PER_NODE && waits && longestS > DAY_S) this.counts.gangsOverDay += 1;
      this.compare(task, started, cents);
    }
    this.counts.serviceGpuS += outcome.serviceGpuS;
    for (const [index, sample] of outcome.samples.entries())
      this.samples[index] = addSamples(this.samples[index], sample);
  }

  result(name: string, hash: string): VariantResult {
    const { gpuS, serviceGpuS, lostGpuS, ...counts } = this.counts;
    const tenants = [...this.tenants].map(([tenantId, { waits, cents, gpuS: used }]) => ({
      ...{ tenantId, ...waits.result(), cents: Number(cents), gpuHours: used / 3600 },
    }));
    return {
      name,
      all: WaitList.of(this.sizes).result(),
      bySize: this.sizes.map((waits, index) => ({ ...(SIZES[index] ?? SIZES[0]), ...waits.result() })),
      byTenant: tenants.sort((a, b) => b.cents - a.cents || a.tenantId - b.tenantId),
      cents: tenants.reduce((sum, { cents }) => sum + cents, 0),
      gpuHours: gpuS / 3600,
      utilisation: serviceGpuS > 0 ? gpuS / serviceGpuS : null,
      gpuHoursLost: lostGpuS / 3600,
      ...counts,
      timeline: this.samples.map(({ atS, gpusInService, gpusBusy, gpusInFragments, gpusWaiting }) => ({
        ...{ atS, gpusInService, gpusBusy, gpusInFragments, gpusWaiting },
      })),
      hash,
    };
  }

  /** Null if the tasks are not of a real past. */
  truthError(): TruthError | null {
    const { startedReal, startedReplayed, waitedReal, waitedReplayed, real } = this.truth;
    if (real === 0) return null;
    return {
      startedReal,
      startedReplayed,
      meanWaitRealS: startedReal > 0 ? waitedReal / startedReal : null,
      meanWaitReplayedS: startedReplayed > 0 ? waitedReplayed / startedReplayed : null,
      centsReal: Number(this.truthCents.real),
      centsReplayed: Number(this.truthCents.replayed),
    };
  }

  private compare({ real, submitS, ended }: PastTask, started: number, cents: bigint): void {
    if (!real) return;
    this.truth.real += 1;
    if (real.startS !== null) {
      this.truth.startedReal += 1;
      // A task that ran when the period began waits for nothing in it.
      this.truth.waitedReal += Math.max(0, real.startS - submitS);
    }
    if (!Number.isNaN(started)) {
      this.truth.startedReplayed += 1;
      this.truth.waitedReplayed += started - submitS;
    }
    if (UNKNOWN_ENDS.includes(ended)) return;
    this.truthCents.real += BigInt(real.cents);
    this.truthCents.replayed += cents;
  }

  /** Seconds of the period in which a task held its GPUs. */
  private usedS(startS: number, endS: number): number {
    const { fromS, untilS } = this.period;
    return Math.max(0, Math.min(Number.isNaN(endS) ? untilS : endS, untilS) - Math.max(startS, fromS));
  }
}

/** Whole cents that an ended task is billed (B4), less the refund if a node was lost under it (B9). */
export function centsOf(
  { gpuPph, chargedS }: Pick<PastTask, "gpuPph" | "chargedS">,
  { gpus, ranS, isLost }: { gpus: number; ranS: number; isLost: boolean },
): bigint {
  const pph = asPphCents(gpuPph * gpus);
  const chargedSeconds = isLost ? Math.min(chargedS, ranS) : chargedS;
  const { billed } = settlement(unitsFor(pph, chargedSeconds));
  if (!isLost) return billed;
  return wholeCents(asUnits(centsToUnits(billed) - incidentRefund({ pph, chargedSeconds })));
}

class TenantSum {
  readonly waits = new WaitList();
  cents = 0n;
  gpuS = 0;
}

/** Waits of tasks; NaN for one that did not start. */
class WaitList {
  private tasks = 0;
  private waitedS: number[] = [];

  static of(lists: readonly WaitList[]): WaitList {
    const all = new WaitList();
    all.tasks = lists.reduce((sum, { tasks }) => sum + tasks, 0);
    all.waitedS = lists.flatMap(({ waitedS }) => waitedS);
    return all;
  }

  add(waitedS: number): void {
    this.tasks += 1;
    if (!Number.isNaN(waitedS)) this.waitedS.push(waitedS);
  }

  result(): Waits {
    const sorted = Float64Array.from(this.waitedS).sort();
    const started = sorted.length;
    const share = (q: number) => sorted[Math.ceil(q * started) - 1] ?? null;
    const meanS = started > 0 ? sorted.reduce((sum, wait) => sum + wait, 0) / started : null;
    return { tasks: this.tasks, started, meanS, p50S: share(0.5), p95S: share(0.95), p99S: share(0.99) };
  }
}

function addSamples(sum: Sample | undefined, sample: Sample): Sample {
  if (!sum) return sample;
  return {
    atS: sample.atS,
    gpusInService: sum.gpusInService + sample.gpusInService,
    gpusBusy: sum.gpusBusy + sample.gpusBusy,
    gpusInFragments: sum.gpusInFragments + sample.gpusInFragments,
    tasksWaiting: sum.tasksWaiting + sample.tasksWaiting,
    gpusWaiting: sum.gpusWaiting + sample.gpusWaiting,
  };
}
