import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of the files that take long, as seen on 2 cores; any other takes about ten. */
const SECONDS: Record<string, number> = {
  "screens.test.ts": 114,
  "starting.test.ts": 50,
  "request-limits.test.ts": 40,
  "payments.test.ts": 35,
  "outage.test.ts": 32,
  "reservation.test.ts": 32,
  "accounts.test.ts": 28,
  "dev-loop.test.ts": 26,
  "codes.test.ts": 24,
  "fleet.test.ts": 13,
  "staff-access.test.ts": 23,
  "subscription.test.ts": 21,
  "visitors.test.ts": 21,
  "generated-client.test.ts": 20,
  "faq-editor.test.ts": 20,
  "sources.test.ts": 14,
  "usage-screens.test.ts": 20,
  "fallback.test.ts": 18,
  "tasks.test.ts": 17,
  "auto-top-up.test.ts": 17,
  "account-faults.test.ts": 16,
  "answers.test.ts": 15,
  "users.test.ts": 15,
  "bad-days.test.ts": 15,
  "workspaces.test.ts": 15,
};
const secondsOf = ({ moduleId }: TestSpecification) => SECONDS[basename(moduleId)] ?? 10;

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
