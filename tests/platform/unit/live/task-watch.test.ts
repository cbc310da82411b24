import { expect, test } from "vitest";
import type { TaskState } from "~/compute/task-states";
import { TaskWatch } from "~/platform/live/task-watch";

const job = (state: TaskState, more: { ts_finished?: number; reason?: string; resv_guid?: string } = {}) => ({
  resv_guid: "g1",
  task_name: "train",
  display_name: "",
  ts_finished: 0,
  reason: "",
  state,
  ...more,
});

const titles = (...jobs: ReturnType<typeof job>[]) => {
  const watch = new TaskWatch();
  return jobs.map((one) => watch.see(one)?.title ?? null);
};

test("a queued task that starts is news once, also after an incident", () => {
  expect(
    titles(
      job("queued"),
      job("placing"),
      job("starting"),
      job("running"),
      job("running"),
      job("incident"),
      job("running"),
    ),
  ).toEqual([null, null, null, "Task train is running", null, null, null]);
});

test("a start that never waited is not news", () => {
  expect(titles(job("placing"), job("starting"), job("running"))).toEqual([null, null, null]);
});

test("an end is news once, unless the owner stopped it or it was not seen before", () => {
  const ended = (state: TaskState, reason = "") => job(state, { ts_finished: 5, reason });
  expect(titles(job("running"), ended("finished"), ended("finished"))).toEqual([null, "Task train has finished", null]);
  expect(titles(job("running"), ended("killed", "killed by you"))).toEqual([null, null]);
  expect(titles(job("running"), ended("killed", "no funds"))).toEqual([null, "Task train was killed"]);
  expect(titles(ended("failed"))).toEqual([null]);
});
