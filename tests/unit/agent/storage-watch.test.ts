import { expect, test, vi } from "vitest";
import type { NodeTasks } from "../../../worker/agent/runtime";
import { StorageWatch } from "../../../worker/agent/task/storage-watch";

test("a task that could not be counted once is counted again, and ended where it has stored too much", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const answers = [Promise.reject(new Error("ESRCH")), Promise.resolve(2_000)];
  const end = vi.fn();
  const tasks = {
    alive: () => new Set(["p1"]),
    file: () => ({ disk_bytes: 1_000 }),
    stored: async () => await (answers.shift() ?? null),
    noteEnd: vi.fn(),
  } as unknown as NodeTasks;
  const watch = new StorageWatch(tasks, end);
  watch.look();
  await vi.waitFor(() => {
    vi.advanceTimersByTime(6_000);
    watch.look();
    expect(end).toHaveBeenCalledWith("p1");
  });
  vi.useRealTimers();
});
