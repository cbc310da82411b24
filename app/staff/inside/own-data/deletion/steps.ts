/**
 * The steps of a deletion in order; the job can repeat each one safely (6.9). The second closes the account; later ones
 * erase the personal data.
 */
export const DELETION_STEPS = ["end-tasks", "close", "remove-cards", "forget-traces", "forget-mails", "done"] as const;
export type DeletionStep = (typeof DELETION_STEPS)[number];

/** The step after this one. */
export function stepAfter(step: Exclude<DeletionStep, "done">): DeletionStep {
  return DELETION_STEPS[DELETION_STEPS.indexOf(step) + 1] ?? "done";
}
