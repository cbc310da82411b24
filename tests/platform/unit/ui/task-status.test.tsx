import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TaskStatus } from "~/compute/screens/task-status";
import { StatusDot } from "~/platform/ui/status-dot";

test.each([
  ["running", "running", 0, "ok", "running"],
  ["killed", "killed", 1, "danger", "killed"],
  ["failed", "killed", 1, "danger", "failed"],
  ["lost", "killed", 1, "danger", "lost"],
  ["finished", "unknown", 1, "neutral", "finished"],
  ["starting", "unknown", 0, "neutral", "starting"],
] as const)("a task in state %s with status %s has its documented colour", (state, status, end, tone, word) => {
  const shown = renderToStaticMarkup(<TaskStatus job={{ state, status, ts_finished: end, position: null }} />);
  expect(shown).toBe(renderToStaticMarkup(<StatusDot tone={tone}>{word}</StatusDot>));
});
