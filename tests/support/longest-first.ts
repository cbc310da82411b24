import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds of the files that take twenty and more, as one whole run took on 2 cores: `npm test` ends with the longest of its own. */
const SECONDS: Record<string, number> = {
  "worker/agent/lifecycle.test.ts": 92,
  "worker/agent/containers.test.ts": 68,
  "worker/payments/kill.test.ts": 63,
  "worker/agent/enrolment.test.ts": 40,
  "staff/database/screens/hostile.test.ts": 38,
  "payments/database/reconcile.test.ts": 36,
  "payments/database/subscription/subscribe.test.ts": 32,
  "worker/lifecycle/crash-points.test.ts": 27,
  "worker/leader.test.ts": 25,
  "worker/access/ports.test.ts": 24,
  "worker/agent/away-volumes.test.ts": 23,
  "worker/torn-queue.test.ts": 22,
  "payments/database/subscription/lifecycle.test.ts": 22,
  "worker/backup/restored-unannounced.test.ts": 22,
  "accounts/database/teams/leaving.test.ts": 21,
  "worker/agent/recorded-versions.test.ts": 21,
  "platform/database/screens/locked-ledger.test.ts": 20,
  "worker/backup/backup.test.ts": 20,
  "usage/database/check-usage.test.ts": 20,
  "worker/billing/money-clock.test.ts": 20,
};

/** The longest files first, so that at the end no core waits for one of them; the others as usual. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}

function secondsOf({ moduleId }: TestSpecification): number {
  return SECONDS[moduleId.slice(moduleId.lastIndexOf("/tests/") + "/tests/".length)] ?? 0;
}
