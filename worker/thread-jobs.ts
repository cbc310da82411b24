import type { Lead } from "~/db.server";
import { watchBudgets } from "~/domain/billing/budget/watch-budgets.server";
import { chargeRunning } from "~/domain/billing/charge-tasks.server";
import { nextZeroAt } from "~/domain/billing/next-zero.server";
import { watchMemberLimits } from "~/domain/tasks/stop-at-member-limit.server";
import { watchBalances } from "~/domain/tasks/watch-balances.server";
import { sampleGpuUse } from "~/domain/capacity/gpu-use.server";
import { scheduleAll } from "~/domain/capacity/schedule.server";
import { forEachStep } from "~/domain/for-each";
import { checkHealth } from "~/domain/nodes/check-health.server";
import { wakeForNeed } from "~/domain/payments/auto-top-up/wake-for-need.server";
import { advanceTasks } from "~/domain/tasks/advance-tasks.server";
import { sampleService } from "~/domain/status/sample-service.server";
import type { TickName } from "~/domain/ticks";
import { watchCopies } from "~/domain/volumes/watch-copies.server";
import { watchVolumes } from "~/domain/volumes/watch-volumes.server";
import { rollUp } from "~/domain/usage/roll-up.server";
import { recordActiveWithin } from "~/domain/users/record-active.server";

type Work = (input: never) => Promise<unknown>;

/** What the pool's threads can do, by name: each tick, and more. Arguments and answers cross a thread border: plain data only. */
export const threadJobs = {
  scheduler: async () => await scheduleAll({ now: new Date() }),
  advance: async () => await advanceTasks({ now: new Date() }),
  health: async () => await checkHealth({ now: new Date() }),
  billing: async () => await chargeRunning({ now: new Date() }),
  balance: async () =>
    await forEachStep({
      balances: () => watchBalances({ now: new Date() }),
      volumes: () => watchVolumes({ now: new Date() }),
      copies: () => watchCopies({ now: new Date() }),
      "member limits": () => watchMemberLimits({ now: new Date() }),
      "automatic top-ups": () => wakeForNeed({ now: new Date() }),
      budgets: () => watchBudgets({ now: new Date() }),
    }),
  sample: async () =>
    await forEachStep({
      "use of GPUs": () => sampleGpuUse({ now: new Date() }),
      service: () => sampleService({ now: new Date() }),
    }),
  usage: async () => await rollUp({ now: new Date(), recordActive: recordActiveWithin }),
  "next-zero": async () => await nextZeroAt({ now: new Date() }),
} satisfies Record<TickName, Work> & Record<string, Work>;

export type ThreadJobs = typeof threadJobs;
export type ThreadJob = keyof ThreadJobs;

export interface ThreadRequest {
  id: number;
  job: ThreadJob;
  input: unknown;
  lead: Lead | undefined;
}

/** `part`: the rest of the job is done. */
export type ThreadAnswer = { id: number; value: unknown } | { id: number; error: string; part: boolean };
