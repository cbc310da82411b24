import { SampleReader } from "./read-samples.server";
import { type Condition, holds, isInScope } from "./rule";

const NAMED = 5;

/** The things for which a condition holds now, regardless of the time for which it must hold. */
export interface Found {
  total: number;
  /** The first of them. */
  names: string[];
  /** Number of all that were read. */
  of: number;
}

/** Finds for what a condition holds now. */
export async function previewRule(condition: Condition, { now }: { now: Date }): Promise<Found> {
  const all = await new SampleReader({ now, foldsSilence: false }).read(condition.figure);
  const own = all.filter((sample) => isInScope(condition, sample));
  const found = own.filter(({ value }) => value !== null && holds(condition, value));
  return { total: found.length, names: found.slice(0, NAMED).map(({ label }) => label), of: own.length };
}
