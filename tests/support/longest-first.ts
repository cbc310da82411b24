import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Seconds of the files that take twenty or more, in one whole run on 2 cores: `npm test` ends with the longest of each
 * run.
 */
const SECONDS: Record<string, number> = {
  "worker/payments/kill.test.ts": 123,
  "worker/agent/lifecycle.test.ts": 94,
  "worker/agent/containers.test.ts": 82,
  "worker/agent/enrolment.test.ts": 46,
  "worker/backup/interrupted.test.ts": 44,
  "worker/backup/leftovers.test.ts": 35,
  "worker/lifecycle/packet-loss.test.ts": 33,
  "worker/backup/stopped.test.ts": 31,
  "worker/backup/running-tasks.test.ts": 31,
  "worker/agent/away-volumes.test.ts": 30,
  "worker/leader.test.ts": 27,
  "worker/agent/sftp.test.ts": 25,
  "worker/torn-queue.test.ts": 22,
  "platform/database/screens/locked-ledger.test.ts": 21,
  "worker/payments/freeze.test.ts": 21,
  "staff/database/screens/hostile.test.ts": 20,
  "compute/database/tasks/reserve-once.test.ts": 20,
  "worker/billing/money-clock.test.ts": 20,
};

/** Sorts the longest files first, so that no core waits for one of them at the end; the others as usual. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}

function secondsOf({ moduleId }: TestSpecification): number {
  return SECONDS[moduleId.slice(moduleId.lastIndexOf("/tests/") + "/tests/".length)] ?? 0;
}
