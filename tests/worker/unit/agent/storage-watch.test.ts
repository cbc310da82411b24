import { afterEach, expect, test, vi } from "vitest";
import type { NodeTasks } from "../../../../worker/agent/runtime";
import { StorageWatch } from "../../../../worker/agent/task/storage-watch";

afterEach(() => void vi.useRealTimers());

test("a task that could not be counted is counted again, and ended if it has stored too much", async () => {
  vi.useFakeTimers();
  const stored = vi.fn().mockRejectedValueOnce(new Error("ESRCH")).mockResolvedValue(2_000);
  const end = vi.fn();
  const tasks: Partial<NodeTasks> = { alive: () => new Set(["p1"]), stored, noteEnd: vi.fn() };
  tasks.file = () => ({ disk_bytes: 1_000 }) as ReturnType<NodeTasks["file"]>;
  const watch = new StorageWatch(tasks as NodeTasks, end);
  watch.look();
  await vi.advanceTimersByTimeAsync(6_000);
  watch.look();
  await vi.advanceTimersByTimeAsync(0);
  expect(end).toHaveBeenCalledWith("p1");
});

test("after a count of an hour the next one begins within five minutes", async () => {
  vi.useFakeTimers();
  const stored = vi.fn(async () => await new Promise<number>((resolve) => setTimeout(() => resolve(1), 3_600_000)));
  const tasks: Partial<NodeTasks> = { alive: () => new Set(["p1"]), stored };
  tasks.file = () => ({ disk_bytes: 1_000 }) as ReturnType<NodeTasks["file"]>;
  const watch = new StorageWatch(tasks as NodeTasks, vi.fn());
  watch.look();
  await vi.advanceTimersByTimeAsync(3_600_000 + 300_000);
  watch.look();
  expect(stored).toHaveBeenCalledTimes(2);
});
