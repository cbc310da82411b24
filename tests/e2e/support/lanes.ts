import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Seconds of the files, as one whole run took on 2 cores; any other takes about six. `testResults` of
 * `tests/.artifacts/e2e-*.json` has those of the last run.
 */
const SECONDS: Record<string, number> = {
  "screens-operator.test.ts": 80,
  "screens-customer.test.ts": 50,
  "screens-public.test.ts": 50,
  "dev-loop.test.ts": 50,
  "reservation.test.ts": 47,
  "tasks.test.ts": 38,
  "starting.test.ts": 36,
  "visitors.test.ts": 34,
  "bad-days.test.ts": 38,
  "command-line.test.ts": 29,
  "request-limits.test.ts": 29,
  "payments.test.ts": 28,
  "subscription.test.ts": 27,
  "faq-editor.test.ts": 24,
  "outage.test.ts": 24,
  "accounts.test.ts": 24,
  "staff-access.test.ts": 23,
  "usage-screens.test.ts": 22,
  "codes.test.ts": 21,
  "fallback.test.ts": 20,
  "providers.test.ts": 20,
  "auto-top-up.test.ts": 18,
  "catalogue.test.ts": 14,
  "metering.test.ts": 14,
  "task-log-end.test.ts": 14,
  "generated-client.test.ts": 14,
  "journeys.test.ts": 14,
  "public.test.ts": 13,
  "workspaces.test.ts": 13,
  "returning.test.ts": 12,
  "fleet.test.ts": 11,
  "account-faults.test.ts": 10,
  "customer-journey.test.ts": 9,
  "reconcile.test.ts": 9,
  "task-notices.test.ts": 8,
  "teams.test.ts": 8,
  "answers.test.ts": 8,
  "operators.test.ts": 7,
  "sources.test.ts": 6,
  "api-screen.test.ts": 5,
  "public-errors.test.ts": 4,
  "links.test.ts": 4,
  "staff-search.test.ts": 4,
  "statements.test.ts": 3,
  "api-docs.test.ts": 3,
  "scroll.test.ts": 3,
  "api-journey.test.ts": 3,
  "forms-in-view.test.ts": 3,
  "card-field.test.ts": 2,
  "script-size.test.ts": 2,
  "web-server.test.ts": 1,
};
const secondsOf = ({ moduleId }: TestSpecification) => SECONDS[basename(moduleId)] ?? 6;

/** Gives each lane (`--shard`) files that take about as long as those of the others, always the same ones. */
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
