import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Seconds of the files that take long, of runs beside other work: what counts is how they compare. Any other takes about
 * six. `testResults` of `tests/.artifacts/e2e-*.json` has those of the last run.
 */
const SECONDS: Record<string, number> = {
  "screens-public.test.ts": 115,
  "screens-customer.test.ts": 106,
  "screens-operator.test.ts": 99,
  "bad-days.test.ts": 58,
  "dev-loop.test.ts": 45,
  "starting.test.ts": 45,
  "payments.test.ts": 45,
  "reservation.test.ts": 45,
  "tasks.test.ts": 40,
  "request-limits.test.ts": 32,
  "generated-client.test.ts": 32,
  "auto-top-up.test.ts": 32,
  "web-processes.test.ts": 30,
  "staff-access.test.ts": 27,
  "visitors.test.ts": 27,
  "faq-editor.test.ts": 26,
  "accounts.test.ts": 24,
  "outage.test.ts": 23,
  "fallback.test.ts": 22,
  "codes.test.ts": 22,
  "subscription.test.ts": 22,
  "operators.test.ts": 21,
  "usage-screens.test.ts": 19,
  "public.test.ts": 18,
  "command-line.test.ts": 18,
  "public-errors.test.ts": 16,
  "answers.test.ts": 13,
  "catalogue.test.ts": 13,
  "fleet.test.ts": 13,
  "task-log-end.test.ts": 13,
  "api-screen.test.ts": 11,
  "reconcile.test.ts": 11,
  "sources.test.ts": 10,
  "api-docs.test.ts": 9,
  "metering.test.ts": 9,
  "card-field.test.ts": 8,
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

  /** In the order of their names: which file ran before which shall not depend on the day. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => one.moduleId.localeCompare(other.moduleId));
  }
}
