import { expect, test } from "vitest";
import { whatToDo } from "../../../worker/up/dev/what-to-do";

test.each([
  ["app/site/screens/faq/route.tsx", { build: true, restart: [] }],
  ["app/platform/styles/build.css", { build: true, restart: [] }],
  ["app/compute/inside/reserve/start-task.server.ts", { build: true, restart: ["worker"] }],
  ["app/fleet/agent-messages.ts", { build: true, restart: ["worker", "agent"] }],
  ["app/platform/env.server.ts", { build: true, restart: ["worker"] }],
  ["worker/jobs/start-jobs.ts", { build: false, restart: ["worker"] }],
  ["worker/agent/main.ts", { build: false, restart: ["agent"] }],
  ["worker/sandbox-stripe/main.ts", { build: false, restart: ["payments"] }],
])("a saved %s is applied by the process that runs it", (path, { build, restart }) => {
  const expected = { build: build ? [path] : [], compilerAgain: false, restart, beyond: [] };
  expect(whatToDo([path])).toEqual(expected);
});

test("a list of routes restarts the compiler, which builds everything; tables wait for the next start", () => {
  const paths = ["app/compute/routes.js", "app/compute/api/tasks/x.ts", "prisma/schema.prisma"];
  const { build, compilerAgain, beyond } = whatToDo(paths);
  expect({ build, compilerAgain, beyond }).toEqual({ build: [], compilerAgain: true, beyond: [paths[2]] });
});
