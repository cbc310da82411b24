import { counted } from "~/platform/counted";
import type { OwnRow } from "./inside/read-rehearsals.server";
import { NAME_MAX } from "./limits";
import type { Measured, Variant, VariantResult } from "./plan";
import { VariantInput } from "./rehearsal-input";
import { isOfSize, numberText, sentenceOf } from "./sentence";
import { waitChanged } from "./wait-changed";

/** Something in the last 30 days that a change might mend. */
export type Candidate =
  /**
   * Tasks of a size waited: "fragments" while as many GPUs of their row were free, on nodes that are too small for them;
   * "full" while fewer were free.
   */
  | { kind: "fragments" | "full"; cluster: string; gpuType: string; gpus: number; hours: number }
  /** Days on which a GPU type had a queue for most of the day. */
  | { kind: "queue"; gpuType: string; days: number; of: number };

/** Nodes that a variant adds at most. */
const NODES = 2;
/** A price that is tried, and how demand is taken to answer it. */
const DEARER = 1.1;
const ELASTICITY = -1;
/** Least rise of revenue that counts as one. */
const REVENUE_RISE = 0.01;
/** Rise of the share of tasks that do not start, above which a variant harms somebody. */
const HARM = 0.01;

/** The variant of nodes of a row that a candidate suggests; null if none can be rehearsed. `nodes`: those of the row. */
export function nodesVariant(
  candidate: Extract<Candidate, { cluster: string }>,
  { sizes, infiniband }: Pick<OwnRow, "sizes" | "infiniband">,
  nodes: readonly { name: string; gpus: number }[],
): VariantInput | null {
  const { cluster: cluster_name, gpuType: gpu_type } = candidate;
  const add = (count: number, gpus: number) => ({ kind: "add", cluster_name, gpu_type, count, gpus, infiniband });
  const named = (name: string, changes: object[]) =>
    VariantInput.safeParse({ name: `${gpu_type} in ${cluster_name}: ${name}`.slice(0, NAME_MAX), nodes: changes })
      .data ?? null;
  if (candidate.kind === "full") {
    const [usual] = sizes;
    return usual === undefined ? null : named(`two more nodes of ${usual}`, [add(NODES, usual)]);
  }
  const large = Math.max(candidate.gpus, ...sizes);
  const small = sizes.find((size) => size < candidate.gpus && large % size === 0);
  if (small === undefined) return null;
  const forOne = large / small;
  const given = nodes.filter(({ gpus }) => gpus === small);
  const count = Math.min(NODES, Math.floor(given.length / forOne));
  if (count === 0) return null;
  const removed = given.slice(0, count * forOne).map(({ name: node_name }) => ({ kind: "remove", node_name }));
  return named(`${nodesText(count, large)} in place of ${numberText(removed.length)} of ${small}`, [
    ...removed,
    add(count, large),
  ]);
}

/** The variant with a dearer GPU type. */
export function priceVariant({ gpuType }: { gpuType: string }, cents: number): VariantInput {
  return VariantInput.parse({
    name: `${gpuType}: a tenth dearer`.slice(0, NAME_MAX),
    prices: [{ gpu_type: gpuType, gpu_pph: Math.max(cents + 1, Math.round(cents * DEARER)), elasticity: ELASTICITY }],
  });
}

function nodesText(count: number, gpus: number): string {
  return `${numberText(count)} ${count === 1 ? "node" : "nodes"} of ${gpus}`;
}

type Compared = Pick<Measured, "all" | "bySize" | "cents" | "neverStarts">;

/**
 * Checks whether a variant is advice (A46). It must harm nobody; and nodes must cut the mean wait of the size which
 * waited, and a price must raise revenue, and for those who see no money also cut a mean wait.
 */
export function isAdvice(
  candidate: Candidate,
  [before, after]: readonly [Compared, Compared],
  seesMoney: boolean,
): boolean {
  if (harms(before, after)) return false;
  const cuts = (gpus?: number) =>
    after.bySize.some((size, index) => {
      const [beforeS, { meanS }] = [before.bySize[index]?.meanS ?? null, size];
      const isMeant = gpus === undefined || isOfSize(gpus, size);
      return isMeant && meanS !== null && beforeS !== null && meanS < beforeS && waitChanged(beforeS, meanS);
    });
  if (candidate.kind === "queue") return after.cents >= before.cents * (1 + REVENUE_RISE) && (seesMoney || cuts());
  return cuts(candidate.gpus);
}

function harms(before: Compared, after: Compared): boolean {
  const idle = ({ tasks, started }: { tasks: number; started: number }) => (tasks === 0 ? 0 : 1 - started / tasks);
  return (
    after.neverStarts > before.neverStarts ||
    (after.all.meanS ?? 0) > (before.all.meanS ?? 0) ||
    after.bySize.some((size, index) => idle(size) > idle(before.bySize[index] ?? size) + HARM)
  );
}

/** A sentence to act on, and the variant that shows it, from 1 on. */
export interface Advised {
  text: string;
  variant: number;
}

/** The advice that a rehearsal of these candidates gives, each with its variant: for staff who see money, and for others. */
export function adviceIn(
  candidates: readonly Candidate[],
  variants: readonly Variant[],
  [before, ...results]: readonly VariantResult[],
): Record<"withMoney" | "plain", Advised[]> {
  const advised = (money: boolean) =>
    candidates.flatMap((candidate, index) => {
      const [variant, after] = [variants[index], results[index]];
      if (!variant || !before || !after || !isAdvice(candidate, [before, after], money)) return [];
      const gpus = candidate.kind === "queue" ? undefined : candidate.gpus;
      return [{ text: adviceText(candidate, sentenceOf(variant, before, after, { money, gpus })), variant: index + 1 }];
    });
  return { withMoney: advised(true), plain: advised(false) };
}

/** `In fra1, tasks of 8 GPUs waited for 30 hours because too few GPUs of h100 were free: two more nodes of 8 would …` */
function adviceText(candidate: Candidate, [first = "", ...rest]: string): string {
  return `${foundText(candidate)}: ${first.toLowerCase()}${rest.join("")}`;
}

function foundText(candidate: Candidate): string {
  const { kind, gpuType } = candidate;
  if (kind === "queue")
    return `On ${candidate.days} of ${counted(candidate.of, "day")}, ${gpuType} had a queue for most of the day`;
  const { cluster, gpus, hours } = candidate;
  const waited = `In ${cluster}, tasks of ${counted(gpus, "GPU")} waited for ${counted(Math.floor(hours), "hour")}`;
  return kind === "full"
    ? `${waited} because too few GPUs of ${gpuType} were free`
    : `${waited} while as many GPUs of ${gpuType} were free on nodes too small for them`;
}
