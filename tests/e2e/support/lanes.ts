import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Seconds of the files in one whole run on 2 cores; any other file takes about ten. `testResults` of
 * `tests/.artifacts/e2e-*.json` has those of the last run.
 */
const SECONDS: Record<string, number> = {
  "screens-operator.test.ts": 159,
  "starting.test.ts": 95,
  "dev-loop.test.ts": 93,
  "reservation.test.ts": 60,
  "screens-public.test.ts": 56,
  "screens-customer.test.ts": 54,
  "payments.test.ts": 45,
  "command-line.test.ts": 41,
  "accounts.test.ts": 40,
  "outage.test.ts": 40,
  "request-limits.test.ts": 39,
  "bad-days.test.ts": 38,
  "visitors.test.ts": 35,
  "fallback.test.ts": 33,
  "tasks.test.ts": 33,
  "staff-access.test.ts": 28,
  "subscription.test.ts": 28,
  "providers.test.ts": 26,
  "faq-editor.test.ts": 24,
  "codes.test.ts": 23,
  "customer-journey.test.ts": 22,
  "fleet.test.ts": 22,
  "auto-top-up.test.ts": 21,
  "metering.test.ts": 21,
  "public.test.ts": 21,
  "account-faults.test.ts": 20,
  "tracing.test.ts": 20,
  "answers.test.ts": 17,
  "task-log-end.test.ts": 17,
  "usage-screens.test.ts": 17,
  "scheduled.test.ts": 16,
  "catalogue.test.ts": 15,
  "generated-client.test.ts": 13,
  "reconcile.test.ts": 13,
  "operators.test.ts": 12,
  "rehearsal.test.ts": 12,
  "users.test.ts": 12,
  "inbox.test.ts": 11,
  "journeys.test.ts": 11,
  "refund.test.ts": 11,
  "returning.test.ts": 10,
  "api-screen.test.ts": 9,
  "sources.test.ts": 9,
  "workspaces.test.ts": 9,
  "public-errors.test.ts": 8,
  "staff-search.test.ts": 7,
  "task-notices.test.ts": 7,
  "api-docs.test.ts": 6,
  "statements.test.ts": 6,
  "teams.test.ts": 6,
  "api-journey.test.ts": 5,
  "forms-in-view.test.ts": 5,
  "links.test.ts": 5,
  "card-field.test.ts": 4,
  "script-size.test.ts": 4,
  "scroll.test.ts": 4,
  "webhooks.test.ts": 3,
};
const secondsOf = ({ moduleId }: TestSpecification) => SECONDS[basename(moduleId)] ?? 10;

/** Gives each lane (`--shard`) files that together take about as long as those of the others, always the same ones. */
export class Lanes extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const lanes = Array.from({ length: count }, () => ({ files: [] as TestSpecification[], seconds: 0 }));
    const longestFirst = files.toSorted(
      (one, other) => secondsOf(other) - secondsOf(one) || one.moduleId.localeCompare(other.moduleId),
    );
    for (const file of longestFirst) {
      const [shortest] = lanes.toSorted((one, other) => one.seconds - other.seconds);
      shortest?.files.push(file);
      if (shortest) shortest.seconds += secondsOf(file);
    }
    return lanes[index - 1]?.files ?? [];
  }

  /** Sorts files by name: their order must not depend on the day. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId));
  }
}
