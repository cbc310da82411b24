import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Seconds of the files in one whole run on 2 cores; any other file takes about six. `testResults` of
 * `tests/.artifacts/e2e-*.json` has those of the last run.
 */
const SECONDS: Record<string, number> = {
  "dev-loop.test.ts": 89,
  "starting.test.ts": 58,
  "screens-operator.test.ts": 50,
  "accounts.test.ts": 47,
  "reservation.test.ts": 47,
  "bad-days.test.ts": 44,
  "payments.test.ts": 38,
  "outage.test.ts": 35,
  "visitors.test.ts": 35,
  "command-line.test.ts": 34,
  "screens-customer.test.ts": 32,
  "tasks.test.ts": 31,
  "subscription.test.ts": 26,
  "screens-public.test.ts": 25,
  "catalogue.test.ts": 25,
  "request-limits.test.ts": 25,
  "staff-access.test.ts": 24,
  "faq-editor.test.ts": 24,
  "fallback.test.ts": 23,
  "answers.test.ts": 22,
  "account-faults.test.ts": 21,
  "codes.test.ts": 20,
  "auto-top-up.test.ts": 19,
  "metering.test.ts": 18,
  "providers.test.ts": 17,
  "customer-journey.test.ts": 17,
  "task-log-end.test.ts": 17,
  "public.test.ts": 16,
  "generated-client.test.ts": 13,
  "fleet.test.ts": 11,
  "api-docs.test.ts": 11,
  "reconcile.test.ts": 10,
  "api-screen.test.ts": 10,
  "usage-screens.test.ts": 9,
  "returning.test.ts": 9,
  "operators.test.ts": 8,
  "workspaces.test.ts": 8,
  "journeys.test.ts": 8,
  "users.test.ts": 7,
  "teams.test.ts": 6,
  "task-notices.test.ts": 5,
  "sources.test.ts": 5,
  "statements.test.ts": 4,
  "public-errors.test.ts": 4,
  "api-journey.test.ts": 4,
  "card-field.test.ts": 4,
  "links.test.ts": 4,
  "forms-in-view.test.ts": 3,
  "staff-search.test.ts": 2,
  "scroll.test.ts": 2,
  "script-size.test.ts": 1,
  "web-server.test.ts": 1,
};
const secondsOf = ({ moduleId }: TestSpecification) => SECONDS[basename(moduleId)] ?? 6;

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
