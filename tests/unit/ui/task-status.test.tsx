import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TaskStatus } from "~/routes/customer/task-status";
import { StatusDot } from "~/ui/status-dot";

const ended = { status: "killed", ts_finished: 1, position: null } as const;

test.each([
  ["killed", "stopped by you", "neutral"],
  ["killed", "no funds", "danger"],
  ["killed", "stopped by an operator", "danger"],
  ["failed", "the node died", "danger"],
  ["lost", "its node came back without it", "danger"],
] as const)("a task that is %s for '%s' keeps its word and is %s", (state, reason, tone) => {
  const shown = renderToStaticMarkup(<TaskStatus job={{ ...ended, state, reason }} />);
  expect(shown).toBe(renderToStaticMarkup(<StatusDot tone={tone}>{state}</StatusDot>));
});
