import type { EnginePlace } from "~/compute/engine";

/** A place that was requested from an engine and has not ended. */
export interface FollowedPlace {
  name: string;
  /** The engine's number of its job; null if no answer has named it. */
  externalId: string | null;
  submittedTs: bigint | null;
  /** True once its task was placed there. */
  placed: boolean;
  /** The first of the successive lists that lacked it. */
  missingSince: Date | null;
  /** True while one of its agents reports. */
  alive: boolean;
}

/** Result of comparing a place with a list of the engine. */
export interface Judgement {
  /** `seen` and `ended`: its job. `missed`: absent for the first time. `look-up`: accounting has to say how it ended. */
  kind: "seen" | "ended" | "missed" | "look-up" | "nothing";
  job: EnginePlace | null;
  /** Extra jobs of its name, which must end: the engine accepted one submission twice. */
  twins: EnginePlace[];
}

/**
 * Seconds between the first and the last list without a place before it counts as gone: one empty answer ends nothing.
 */
export const ABSENT_S = 60;

/**
 * Compares a place with the jobs of its name. Its job is the one in which its pilots were admitted; before that the one
 * whose number is known, or the oldest.
 */
export function judgePlace(
  { externalId, placed, missingSince }: FollowedPlace,
  jobs: readonly EnginePlace[],
  now: Date,
): Judgement {
  const oldestFirst = jobs.toSorted(byAge);
  const living = oldestFirst.filter(({ state }) => state !== "ended");
  const known = jobs.find(({ ref }) => ref.externalId === externalId);
  const job = known ?? (placed ? null : (living[0] ?? oldestFirst[0] ?? null));
  const twins = living.filter((one) => one !== job);
  if (job) return { kind: job.state === "ended" ? "ended" : "seen", job, twins };
  return { kind: absence(missingSince, now), job, twins };
}

function absence(missingSince: Date | null, now: Date): "missed" | "look-up" | "nothing" {
  if (missingSince === null) return "missed";
  return now.getTime() - missingSince.getTime() >= ABSENT_S * 1000 ? "look-up" : "nothing";
}

function byAge({ ref: one }: EnginePlace, { ref: other }: EnginePlace): number {
  return one.submittedTs - other.submittedTs || Number(one.externalId) - Number(other.externalId);
}
