import { expect, test } from "vitest";
import type { ObservedTask } from "~/fleet/agent-messages";
import { awaitsKernelLog } from "../../../../worker/agent/health/awaits-kernel-log";

test("an end is reported after the kernel log was read, once for each end", async () => {
  const looks: (() => void)[] = [];
  let told = 0;
  const waits = awaitsKernelLog(
    () => new Promise((resolve) => looks.push(resolve)),
    () => (told += 1),
  );
  const one = (placement_id: string, state: string) => ({ placement_id, state }) as ObservedTask;
  expect(waits([one("a", "running")])).toBe(false);
  expect([waits([one("a", "stopped")]), waits([one("a", "stopped")])]).toEqual([true, true]);
  expect([looks.length, told]).toEqual([1, 0]);
  looks[0]?.();
  await Promise.resolve();
  expect(told).toBe(1);
  expect(waits([one("a", "stopped"), one("b", "running")])).toBe(false);
  expect(waits([one("a", "stopped"), one("b", "error")])).toBe(true);
  // A look that had begun may have read the log before the fault of another GPU.
  expect(waits([one("a", "stopped"), one("b", "error"), one("c", "stopped")])).toBe(true);
  looks[1]?.();
  await Promise.resolve();
  expect(waits([one("a", "stopped"), one("b", "error"), one("c", "stopped")])).toBe(true);
  looks[2]?.();
  await Promise.resolve();
  expect(waits([one("a", "stopped"), one("b", "error"), one("c", "stopped")])).toBe(false);
});
