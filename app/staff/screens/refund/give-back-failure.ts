export const GIVE_BACK = "give-back";

/** A tenant that got nothing, and why. */
export interface GiveBackFailure {
  tenantName: string;
  failure: string;
}

/** The answer to an act that failed for some tenants; null for any other answer. */
export function failuresOf(answer: unknown): { gaveBack: string; failures: GiveBackFailure[] } | null {
  if (typeof answer !== "object" || answer === null || !("failures" in answer)) return null;
  return answer as { gaveBack: string; failures: GiveBackFailure[] };
}
