import { expect, test } from "vitest";
import { patternFinder } from "~/platform/http/route-pattern.server";
import { handlersOfRows } from "~/platform/http/row-handlers.server";
import { aBuild } from "../../../support/remix-build";

const ROWS = [
  { url: "/", file: "home.tsx" },
  { url: "/tasks", file: "tasks.tsx" },
  { url: "/tasks/:id", file: "task.tsx" },
  { url: "/v1/jobs", file: "jobs.ts" },
  { url: "/v1/jobs/:name/log", file: "log.ts" },
  { url: "/*", file: "missing.tsx" },
];

const rowOf = patternFinder(ROWS.map(({ url }) => url));
const handlers = handlersOfRows(ourBuild(), ROWS, rowOf);

async function answerOf(address: string): Promise<unknown> {
  const request = new Request(`http://localhost${address}`);
  return await (await handlers.ofRow(rowOf(new URL(request.url).pathname))(request)).json();
}

test.each([
  ["/tasks", ["root", "layout", "tasks"]],
  ["/tasks/", ["root", "layout", "tasks"]],
  ["/tasks?previous=1", ["root", "layout", "tasks"]],
  ["/tasks/7", ["root", "layout", "task"]],
  ["/", ["root", "layout", "home"]],
])("%s is answered by a handler of its own routes and those of the start page", async (address, known) => {
  const withStart = expect.arrayContaining([...known, "home"]);
  const answer = await answerOf(address);
  const ahead = address === "/" ? { ahead: "home" } : {};
  expect(answer).toEqual({ matched: known, known: withStart, ...ahead });
  expect((answer as { known: string[] }).known).toHaveLength(new Set([...known, "home"]).size);
});

test.each([
  ["/TASKS", "tasks"],
  ["/t%61sks", "tasks"],
  ["/nothing/here", "missing"],
  ["/_root", "missing"],
])("%s, in no row as written, is searched among all", async (address, found) => {
  const { matched, known } = (await answerOf(address)) as Record<string, string[]>;
  expect(matched).toEqual(["root", "layout", found]);
  expect(known).toHaveLength(8);
});

test("a JSON path is answered by its own route", async () => {
  expect(await answerOf("/v1/jobs")).toEqual({ jobs: [] });
});

test.each([
  ["GET", "/v1/jobs/first/log", "first"],
  ["DELETE", "/v1/jobs/first/log/", "first"],
  ["POST", "/v1/jobs/a%2Fb%20%C3%A4/log?name=c", "a/b ä"],
  ["GET", "/v1/jobs/%zz/log", "%zz"],
  ["GET", "/V1/jobs/a%2Fb/LOG", "a/b"],
])("%s %s has the parameter %s, by Remix or not", async (method, address, name) => {
  const request = () => new Request(`http://localhost${address}`, { method });
  const row = rowOf(new URL(request().url).pathname);
  for (const handler of [handlers.ofRow(row), handlers.ofRow("none")])
    expect(await (await handler(request())).json()).toEqual({ name, method });
});

test.each([
  [["/tasks"], ["root", "layout", "tasks"]],
  [["tasks"], ["root", "layout", "tasks"]],
  [
    ["/", "/tasks/7"],
    ["root", "layout", "home", "tasks", "task"],
  ],
  [["/v1/jobs/first/log"], ["jobs", "log", "root", "layout", "missing"]],
  [["/nothing/here"], ["root", "layout", "missing"]],
  [["/TASKS"], ["root", "layout", "tasks"]],
  [
    ["/t%61sks", "/"],
    ["root", "layout", "tasks", "home"],
  ],
  [["/tasks/%zz"], ["root", "layout", "tasks", "task"]],
  [[""], ["root", "layout", "home"]],
])("the routes of the links %j are those that all routes together would give", async (links, found) => {
  const address = `http://localhost/__manifest?version=1&${links.map((link) => `p=${encodeURIComponent(link)}`).join("&")}`;
  const [own, all] = await Promise.all(
    [handlers.ofLinks(links), handlers.ofRow("none")].map(async (handler) =>
      Object.keys((await (await handler(new Request(address))).json()) as object),
    ),
  );
  expect(own?.toSorted()).toEqual(found.toSorted());
  expect(own).toEqual(all);
});

async function nameOf({ params, request }: { params: Record<string, string>; request: Request }) {
  return await Promise.resolve(Response.json({ name: params["name"], method: request.method }));
}

/** Screens that return the routes that their address matched and the routes that were known. */
function ourBuild() {
  const screen = { default: () => null };
  const json = { loader: () => Response.json({ jobs: [] }) };
  const routes = {
    root: { id: "root", path: "", module: screen },
    layout: { id: "layout", parentId: "root", module: screen },
    home: { id: "home", parentId: "layout", index: true, module: screen, imports: ["/build/home.js"] },
    tasks: { id: "tasks", parentId: "layout", path: "tasks", module: screen },
    task: { id: "task", parentId: "layout", path: "tasks/:id", module: screen },
    log: { id: "log", path: "v1/jobs/:name/log", module: { loader: nameOf, action: nameOf } },
    missing: { id: "missing", parentId: "layout", path: "*", module: screen },
    jobs: { id: "jobs", path: "v1/jobs", module: json },
  };
  return aBuild(routes, (_request, context) =>
    Response.json({
      matched: context.staticHandlerContext.matches.map(({ route }) => route.id),
      known: Object.keys(context.manifest.routes),
      ...(context.manifest.routes.home?.imports?.length ? { ahead: "home" } : {}),
    }),
  );
}
