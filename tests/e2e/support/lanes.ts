import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of the files that take long, as seen on 2 cores; any other takes about six. */
const SECONDS: Record<string, number> = {
  "screens.test.ts": 140,
  "starting.test.ts": 38,
  "outage.test.ts": 36,
  "dev-loop.test.ts": 31,
  "payments.test.ts": 26,
  "bad-days.test.ts": 26,
  "reservation.test.ts": 25,
  "codes.test.ts": 25,
  "faq-editor.test.ts": 24,
  "staff-access.test.ts": 24,
  "visitors.test.ts": 22,
  "fallback.test.ts": 21,
  "accounts.test.ts": 20,
  "tasks.test.ts": 20,
  "request-limits.test.ts": 24,
  "auto-top-up.test.ts": 17,
  "fleet.test.ts": 13,
  "subscription.test.ts": 13,
  "answers.test.ts": 13,
  "task-log-end.test.ts": 13,
  "generated-client.test.ts": 13,
  "operators.test.ts": 12,
  "account-faults.test.ts": 11,
  "metering.test.ts": 12,
  "usage-screens.test.ts": 20,
  "catalogue.test.ts": 16,
  "command-line.test.ts": 14,
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
