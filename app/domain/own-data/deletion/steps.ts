/**
 * The steps of a deletion in their order, each done by the job and safe to be done again (6.9). The account is closed by the second;
 * what comes after forgets what is left of the person.
 */
export const DELETION_STEPS = ["end-tasks", "close", "remove-cards", "forget-traces", "forget-mails", "done"] as const;
export type DeletionStep = (typeof DELETION_STEPS)[number];

/** What follows a step. */
export function stepAfter(step: Exclude<DeletionStep, "done">): DeletionStep {
  return DELETION_STEPS[DELETION_STEPS.indexOf(step) + 1] ?? "done";
}
