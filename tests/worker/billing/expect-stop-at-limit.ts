import { expect } from "vitest";
import { watchLimits } from "~/compute/stop-at-limits.server";
import { at, report, type RunningTask, taskOf } from "../../money/database/billing/running-task";

/**
 * Expects that a limit for 1200 s stops these tasks at its last second and no others, although nobody looked for a
 * while and two look at once.
 */
export async function expectStopAtLimit(
  stopping: RunningTask[],
  { others, reason }: { others: RunningTask; reason: string },
) {
  expect(await watchLimits({ now: at(1198) })).toBe(0);
  await report([...stopping, others], 1290);
  const stopped = await Promise.all([watchLimits({ now: at(1290) }), watchLimits({ now: at(1290) })]);
  expect(stopped.sort()).toEqual([0, stopping.length]);
  for (const { resvGuid } of stopping) {
    const task = await taskOf(resvGuid);
    expect(task).toMatchObject({ state: "stopping", reason });
    expect(task["stop_at"]).toEqual(at(1200));
  }
  expect(await taskOf(others.resvGuid)).toMatchObject({ state: "running" });
}
