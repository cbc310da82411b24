import { centsText } from "~/platform/cents-text";
import { counted } from "~/platform/counted";
import { PLACING_RULES } from "~/compute/placing-rules";
import type { NodeChange, Variant, VariantResult, Waits } from "./plan";
import { waitChanged } from "./wait-changed";

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Up to this number of changes, or of nodes that are gone, a sentence names them; else the variant, or their number. */
const NAMED_CHANGES = 3;
const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

type Size = VariantResult["bySize"][number];

/**
 * Sums a variant up: "Two more nodes of 8 would have cut the mean wait of tasks of 16 GPUs and more from 74 h to 21 h and
 * earned $1,240 more." Without `money`, nothing about revenue. `gpus`: the only size whose wait it names.
 */
export function sentenceOf(
  variant: Variant,
  baseline: VariantResult,
  result: VariantResult,
  { money = true, gpus }: { money?: boolean; gpus?: number } = {},
): string {
  const said = [
    ...waitWords(baseline, result, gpus),
    ...startWords(baseline, result),
    ...lossWords(baseline, result),
    ...(money ? moneyWords(result.cents - baseline.cents) : []),
  ];
  const [first = "", ...rest] = subjectOf(variant);
  return `${first.toUpperCase()}${rest.join("")} would have ${said.length === 0 ? "changed nothing that counts" : listed(said)}.`;
}

/** The size of tasks of that number of GPUs; without one the size whose mean wait, times its tasks, changed most. */
function waitWords(baseline: VariantResult, result: VariantResult, gpus?: number): string[] {
  let most: { before: number; after: number; size: Size; by: number } | null = null;
  for (const [index, size] of result.bySize.entries()) {
    const before = baseline.bySize[index];
    if (gpus !== undefined && !isOfSize(gpus, size)) continue;
    if (!before || before.meanS === null || size.meanS === null || !waitChanged(before.meanS, size.meanS)) continue;
    const by = Math.abs(totalWait(size) - totalWait(before));
    if (!most || by > most.by) most = { before: before.meanS, after: size.meanS, size, by };
  }
  if (!most) return [];
  const verb = most.after < most.before ? "cut" : "raised";
  return [`${verb} the mean wait of ${sizeWords(most.size)} from ${waitText(most.before)} to ${waitText(most.after)}`];
}

export function isOfSize(gpus: number, { fromGpus, toGpus }: Pick<Size, "fromGpus" | "toGpus">): boolean {
  return gpus >= fromGpus && gpus <= (toGpus ?? Infinity);
}

/** Mean wait times tasks: a size of which few started counts with all its tasks. */
function totalWait({ meanS, tasks }: Waits): number {
  return (meanS ?? 0) * tasks;
}

function sizeWords({ fromGpus, toGpus }: Size): string {
  if (toGpus === null) return `tasks of ${fromGpus} GPUs and more`;
  return fromGpus === toGpus ? `tasks of ${counted(fromGpus, "GPU")}` : `tasks of ${fromGpus} to ${toGpus} GPUs`;
}

function startWords(baseline: VariantResult, result: VariantResult): string[] {
  const never = result.neverStarts - baseline.neverStarts;
  const refused = result.refused - baseline.refused;
  const nodes = counted(Math.abs(never), "task");
  const [before, after] = [unstarted(baseline), unstarted(result)];
  return [
    ...(before !== after && Math.abs(after - before) >= before / 10
      ? [`left ${counted(after, "task")} unstarted instead of ${before}`]
      : []),
    ...(never > 0 ? [`left ${nodes} without nodes that could hold them`] : []),
    ...(never < 0 ? [`given ${nodes} nodes that can hold them`] : []),
    ...(refused > 0 ? [`refused ${counted(refused, "task")}`] : []),
  ];
}

/** Tasks that did not start, although nodes could hold them and no limit refused them: their waits are in no mean. */
function unstarted({ all, neverStarts, refused }: VariantResult): number {
  return all.tasks - all.started - neverStarts - refused;
}

function lossWords(baseline: VariantResult, result: VariantResult): string[] {
  const hours = Math.round(result.gpuHoursLost - baseline.gpuHoursLost);
  return hours === 0 ? [] : [`lost ${counted(Math.abs(hours), "GPU-hour")} ${hours > 0 ? "more" : "less"} to failures`];
}

function moneyWords(cents: number): string[] {
  if (cents === 0) return [];
  return [`earned ${moneyText(Math.abs(cents))} ${cents > 0 ? "more" : "less"}`];
}

/** Whole dollars from $100 on. */
function moneyText(cents: number): string {
  return cents < 10_000 ? centsText(BigInt(cents)) : `$${Math.round(cents / 100).toLocaleString("en-US")}`;
}

/** Seconds, minutes or hours, so that two means are easy to compare: `45 s`, `12 min`, `2.5 h`, `74 h`. */
function waitText(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return `${Math.round(seconds)} s`;
  if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
  const hours = seconds / HOUR_S;
  return `${hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours).toLocaleString("en-US")} h`;
}

function subjectOf(variant: Variant): string {
  const changes = [
    ...nodeWords(variant.nodes),
    ...variant.prices.map(priceWords),
    ...variant.demand.map(demandWords),
    ...ruleWords(variant.rules),
    ...failureWords(variant),
    ...variant.limits.map(
      ({ tenantId, gpus }) =>
        `a limit of ${counted(gpus, "GPU")} for ${tenantId === null ? "each tenant" : "a tenant"}`,
    ),
  ];
  return changes.length === 0 || changes.length > NAMED_CHANGES ? `the variant “${variant.name}”` : listed(changes);
}

function nodeWords(changes: readonly NodeChange[]): string[] {
  const more = new Map<number, number>();
  for (const one of changes) if (one.kind === "add") more.set(one.gpus, (more.get(one.gpus) ?? 0) + one.count);
  return [
    ...[...more].map(([gpus, count]) => `${numberText(count)} more ${count === 1 ? "node" : "nodes"} of ${gpus}`),
    ...changes.flatMap((one) => (one.kind === "resize" ? [`${one.nodeName} with ${counted(one.gpus, "GPU")}`] : [])),
    ...goneWords(changes, "remove", "removing"),
    ...goneWords(changes, "drain", "draining"),
  ];
}

/** In words up to twelve. */
export function numberText(count: number): string {
  return NUMBERS[count] ?? String(count);
}

function goneWords(changes: readonly NodeChange[], kind: "remove" | "drain", verb: string): string[] {
  const names = changes.flatMap((one) => (one.kind === kind ? [one.nodeName] : []));
  if (names.length === 0) return [];
  return [`${verb} ${names.length > NAMED_CHANGES ? `${numberText(names.length)} nodes` : listed(names)}`];
}

function priceWords({ gpuType, gpuPph, elasticity }: Variant["prices"][number]): string {
  const demand = elasticity === 0 ? "" : ` at an elasticity of ${String(elasticity).replace("-", "−")}`;
  return `a price of ${centsText(BigInt(gpuPph))} an hour for ${gpuType}${demand}`;
}

function demandWords({ factor, tenantId, fromGpus, toGpus }: Variant["demand"][number]): string {
  const sizes = fromGpus === null && toGpus === null ? "" : ` of ${sizesText(fromGpus ?? 1, toGpus)}`;
  return `${factor} times the tasks${tenantId === null ? "" : " of a tenant"}${sizes}`;
}

function sizesText(fromGpus: number, toGpus: number | null): string {
  if (toGpus === null) return `${fromGpus} GPUs and more`;
  return fromGpus === toGpus ? counted(fromGpus, "GPU") : `${fromGpus} to ${toGpus} GPUs`;
}

function ruleWords(rules: Variant["rules"]): string[] {
  const { grow, order, holdAfterS, holdFromGpus, declaredEnds } = { ...PLACING_RULES, ...rules };
  return [
    ...(grow === PLACING_RULES.grow ? [] : ["no growth of elastic tasks"]),
    ...(order === PLACING_RULES.order ? [] : ["a queue in the order of arrival"]),
    ...(holdAfterS === PLACING_RULES.holdAfterS ? [] : [`holds after ${waitText(holdAfterS)}`]),
    ...(holdFromGpus === PLACING_RULES.holdFromGpus ? [] : [`holds from ${counted(holdFromGpus, "GPU")} on`]),
    ...(declaredEnds === PLACING_RULES.declaredEnds ? [] : ["planning without declared ends"]),
  ];
}

function failureWords({ failures, breaker }: Variant): string[] {
  return [
    ...(failures.kind === "none" ? ["no failures"] : []),
    ...(failures.kind === "rate" ? [`${counted(failures.perNodeMonth, "failure")} per node and month`] : []),
    ...(breaker === null ? [] : [`a breaker at ${Math.round(breaker * 100)}% of a cluster`]),
  ];
}

/** `a`, `a and b`, `a, b and c`. */
function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
