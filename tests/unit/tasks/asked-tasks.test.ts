import { expect, test } from "vitest";
import { TASK_STATES } from "~/domain/tasks/states";
import { askedTasks, isAsked } from "~/routes/customer/tasks/asked-tasks";

const shown = (search: string) => {
  const asked = askedTasks(new URLSearchParams(search));
  return TASK_STATES.filter((state) => isAsked({ task_name: "Train-7B", state }, asked));
};

test.each([
  ["", [...TASK_STATES]],
  ["state=waiting", ["queued", "placing", "starting"]],
  ["state=running", ["running", "incident", "stopping"]],
  ["state=ended", ["finished", "killed", "failed", "lost"]],
  ["state=nonsense", [...TASK_STATES]],
  ["q=train-7", [...TASK_STATES]],
  ["q=+7b+&state=ended", ["finished", "killed", "failed", "lost"]],
  ["q=other", []],
])("The list asked for by '%s' has tasks in %j", (search, states) => {
  expect(shown(search)).toEqual(states);
});

test.each([
  ["", false],
  ["previous=1", true],
  ["q=x", true],
  ["state=running", false],
  ["state=ended", true],
])("Asked for by '%s' the list reaches back: %s", (search, previous) => {
  expect(askedTasks(new URLSearchParams(search)).previous).toBe(previous);
});
