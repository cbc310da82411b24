import { forEachStep } from "~/domain/for-each";
import { endTrials } from "~/domain/marketing/end-trials.server";
import { remindTrials } from "~/domain/marketing/remind-trials.server";

/** Says 3 days before that a trial ends, and ends those whose time has passed (6.4). */
export async function watchTrials(): Promise<void> {
  const now = new Date();
  await forEachStep({ reminders: () => remindTrials({ now }), ends: () => endTrials({ now }) });
}
