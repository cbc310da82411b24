import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, test } from "vitest";
import { NoTasks } from "~/compute/screens/tasks/no-tasks";

function shown(hidden: number): string {
  return renderToStaticMarkup(
    <StaticRouter location="/tasks">
      <NoTasks hidden={hidden} />
    </StaticRouter>,
  );
}

test("a list without recent tasks links to the others", () => {
  expect(shown(3)).toContain("No tasks in the last 24 hours");
  expect(shown(3)).toMatch(
    /<a [^>]*href="\/tasks\?previous=1"[^>]*>Show Previous<\/a> lists the 3 tasks that ended before\./,
  );
  expect(shown(1)).toContain("lists the task that ended before.");
});
