import { afterEach, expect, test, vi } from "vitest";
import type { NodeTasks } from "../../../../worker/agent/runtime";
import { StorageWatch } from "../../../../worker/agent/task/storage-watch";

afterEach(() => void vi.useRealTimers());

test("a task that could not be counted is counted again, and ended if it has stored too much", async () => {
  vi.useFakeTimers();
  const stored = vi.fn().mockRejectedValueOnce(new Error("ESRCH")).mockResolvedValue(2_000);
  const end = vi.fn();
  const tasks: Partial<NodeTasks> = { alive: () => new Set(["p1"]), stored, noteEnd: vi.fn(), freeBytes: () => 0 };
  tasks.file = () => ({ disk_bytes: 1_000 }) as ReturnType<NodeTasks["file"]>;
  const watch = new StorageWatch(tasks as NodeTasks, end);
  watch.look();
  await vi.advanceTimersByTimeAsync(6_000);
  watch.look();
  await vi.advanceTimersByTimeAsync(0);
  expect(end).toHaveBeenCalledWith("p1");
});

test("while the disk fills, a task that takes minutes to count is counted again once it may have exceeded its limit", async () => {
  vi.useFakeTimers();
  let freeBytes = 10_000;
  const stored = vi.fn<NodeTasks["stored"]>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return 400;
  });
  const tasks: Partial<NodeTasks> = { alive: () => new Set(["p1"]), stored, freeBytes: () => freeBytes };
  tasks.file = () => ({ disk_bytes: 1_000 }) as ReturnType<NodeTasks["file"]>;
  const watch = new StorageWatch(tasks as NodeTasks, vi.fn());
  watch.look();
  await vi.advanceTimersByTimeAsync(60_000);
  freeBytes -= 500;
  await vi.advanceTimersByTimeAsync(60_000);
  watch.look();
  expect(stored).toHaveBeenCalledTimes(1);
  freeBytes -= 200;
  watch.look();
  expect(stored).toHaveBeenCalledTimes(2);
  // At most half of the time.
  await vi.advanceTimersByTimeAsync(60_000);
  freeBytes = 0;
  watch.look();
  expect(stored).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  watch.look();
  expect(stored).toHaveBeenCalledTimes(3);
});
