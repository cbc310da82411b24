import { expect, test } from "vitest";
import { M } from "~/messages";
import { TASK_STATES } from "~/compute/task-states";
import { isFound } from "~/compute/inside/tasks/task-search";
import { askedTasks } from "~/compute/screens/tasks/asked-tasks";

const TASK = {
  task_name: "Train-7B",
  display_name: "Größerer Lauf",
  tags: ["llama", "team-a"],
  resv_guid: "7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10",
};

const shown = (search: string) => {
  const asked = askedTasks(new URLSearchParams(search));
  return TASK_STATES.filter((state) => isFound({ ...TASK, state }, asked));
};

test.each([
  ["", [...TASK_STATES]],
  ["state=waiting", ["queued", "placing", "starting"]],
  ["state=running", ["running", "incident", "stopping"]],
  ["state=ended", ["finished", "killed", "failed", "lost"]],
  ["state=nonsense", [...TASK_STATES]],
  ["q=train-7", [...TASK_STATES]],
  ["q=+7b+&state=ended", ["finished", "killed", "failed", "lost"]],
  ["q=GRÖSSER", []],
  ["q=größer", [...TASK_STATES]],
  ["q=Team+A", [...TASK_STATES]],
  ["q=team", []],
  ["q=7b1f0A52", [...TASK_STATES]],
  ["q=7b1f0a52-3c5", [...TASK_STATES]],
  ["q=7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e10", [...TASK_STATES]],
  ["q=7b1f0a5", []],
  ["q=7b1f0a523c", []],
  ["q=7b1f0a52-3c5e-4a55-9d0e-0b7c1f2a9e100", []],
  ["tag=Llama", [...TASK_STATES]],
  ["tag=llam", []],
  ["q=other", []],
])("The list for '%s' has tasks in %j", (search, states) => {
  expect(shown(search)).toEqual(states);
});

test.each([
  ["", false],
  ["previous=1", true],
  ["q=x", true],
  ["tag=x", true],
  ["state=running", false],
  ["state=ended", true],
])("The list for '%s' includes old tasks: %s", (search, previous) => {
  expect(askedTasks(new URLSearchParams(search)).previous).toBe(previous);
});

test.each(["q=a%00b", "q=%EF%BB%00", "tag=%00", "q=%07"])("an invalid search gets a message: %s", (search) => {
  expect(askedTasks(new URLSearchParams(search))).toMatchObject({
    unreadable: M.searchUnreadable,
    text: "",
    tag: "",
  });
});
