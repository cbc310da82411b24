import { incidentRefund, settlement } from "~/money/charge";
import { asPphCents, asUnits, centsToUnits, unitsFor, wholeCents } from "~/money/units";
import { GPUS_PER_NODE } from "~/compute/gpu-sizes";
import type { Measured, PastEnd, PastTask, VariantResult, Waits } from "./plan";
import type { Outcome, Sample } from "./replay";

/** Sizes in GPUs by which waits are shown. */
export const SIZES = [
  { fromGpus: 1, toGpus: 1 },
  { fromGpus: 2, toGpus: 4 },
  { fromGpus: 5, toGpus: 8 },
  { fromGpus: 16, toGpus: null },
] as const;

/** Place in `SIZES` of a task with these fewest GPUs. */
export function sizeOf(gpusMin: number): number {
  return SIZES.findLastIndex(({ fromGpus }) => gpusMin >= fromGpus);
}

const DAY_S = 86_400;
/** Ends that the past does not know: the node was lost first, or the period ended. */
const UNKNOWN_ENDS: readonly PastEnd[] = ["node lost", "still running"];
/** Tasks that are counted between two turns: some milliseconds of work. */
const TASKS_PER_TURN = 10_000;

/** Computes what a task is charged. */
type Charges = (task: PastTask, ran: { gpus: number; ranS: number; isLost: boolean }) => bigint;

/** Sums up the replays of the rows of one variant, or what happened in them. */
export class Summary {
  private readonly sizes = SIZES.map(() => new WaitList());
  private readonly tenants = new Map<number, TenantSum>();
  private readonly samples: Sample[] = [];
  /** Revenue from tasks whose real end is known. */
  private knownCents = 0n;
  private readonly counts = { gpuS: 0, serviceGpuS: 0, lostGpuS: 0, gangsOverDay: 0, neverStarts: 0, refused: 0 };

  constructor(
    private readonly period: { fromS: number; untilS: number },
    private readonly charges: Charges = centsOf,
  ) {}

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
      const cents = Number.isNaN(ended) ? 0n : this.charges(task, { gpus: granted, ranS: ended - started, isLost });
      const tenant = this.tenants.get(task.tenantId) ?? new TenantSum();
      this.tenants.set(task.tenantId, tenant);
      // A task that ran before the period waits for nothing in it.
      if (!task.held) {
        this.sizes[sizeOf(task.gpusMin)]?.add(waitedS);
        tenant.waits.add(waitedS);
      }
      tenant.cents += cents;
      tenant.gpuS += usedS * granted;
      this.counts.gpuS += usedS * granted;
      if (isLost) this.counts.lostGpuS += usedS * granted;
      this.counts.neverStarts += outcome.neverFits[index] ?? 0;
      this.counts.refused += outcome.overLimit[index] ?? 0;
      const waits = outcome.neverFits[index] === 0 && outcome.overLimit[index] === 0;
      const leftS = Math.min(task.leavesS ?? Infinity, this.period.untilS);
      const longestS = Number.isNaN(started) ? leftS - task.submitS : waitedS;
      if (task.gpusMin > GPUS_PER_NODE && waits && longestS > DAY_S) this.counts.gangsOverDay += 1;
      if (!UNKNOWN_ENDS.includes(task.ended)) this.knownCents += cents;
    }
    this.counts.serviceGpuS += outcome.serviceGpuS;
    for (const [index, sample] of outcome.samples.entries())
      this.samples[index] = addSamples(this.samples[index], sample);
  }

  result(name: string, hash: string): VariantResult {
    return {
      name,
      ...this.measured(),
      refused: this.counts.refused,
      timeline: this.samples.map(({ atS, gpusInService, gpusBusy, gpusInFragments, gpusWaiting }) => ({
        ...{ atS, gpusInService, gpusBusy, gpusInFragments, gpusWaiting },
      })),
      hash,
    };
  }

  measured({ serviceGpuS = this.counts.serviceGpuS } = {}): Measured {
    const { gpuS, lostGpuS, gangsOverDay, neverStarts } = this.counts;
    const tenants = [...this.tenants].map(([tenantId, { waits, cents, gpuS: used }]) => ({
      ...{ tenantId, ...waits.result(), cents: Number(cents), gpuHours: used / 3600 },
    }));
    return {
      all: WaitList.of(this.sizes).result(),
      bySize: this.sizes.map((waits, index) => ({ ...(SIZES[index] ?? SIZES[0]), ...waits.result() })),
      byTenant: tenants.sort((a, b) => b.cents - a.cents || a.tenantId - b.tenantId),
      cents: tenants.reduce((sum, { cents }) => sum + cents, 0),
      gpuHours: gpuS / 3600,
      utilisation: serviceGpuS > 0 ? gpuS / serviceGpuS : null,
      gpuHoursLost: lostGpuS / 3600,
      ...{ gangsOverDay, neverStarts },
    };
  }

  centsOfKnownEnds(): number {
    return Number(this.knownCents);
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
  return isLost ? lessRefund(billed, { pph, chargedSeconds }) : billed;
}

/** Whole cents that are left of the bill of a lost task (B9). */
export function lessRefund(billed: bigint, task: Parameters<typeof incidentRefund>[0]): bigint {
  return wholeCents(asUnits(centsToUnits(billed) - incidentRefund(task)));
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
