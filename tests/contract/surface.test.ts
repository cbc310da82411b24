import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { jsonPaths, screens } from "~/routes.js";
import { apiRoute, declaredPaths } from "~/platform/http/api-route.server";
import { call, read } from "./support/call";
import { loadRoute } from "./support/load-route";
import { documented } from "./support/documented";

interface Description {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, { tags: string[] }>>;
}

beforeAll(async () => {
  for (const { file } of jsonPaths) await loadRoute(file);
});

test("the routes table, the declarations and the contract contain the same paths and methods", () => {
  const declared = [...declaredPaths].flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  const promised = documented.map(({ method, path }) => `${method} ${path}`);
  expect(declared.sort(), "what is declared, against tests/contract/support/documented.ts").toEqual(promised.sort());
  expect(jsonPaths.map(({ url }) => url).sort()).toEqual([...declaredPaths.keys()].sort());
});

test("no address is used twice, and no JSON path is a screen", () => {
  const urls = [...screens, ...jsonPaths].map(({ url }) => url);
  expect(new Set(urls).size).toBe(urls.length);
});

test("a route whose file has no row is refused when it is loaded", () => {
  expect(() => apiRoute("tasks/no-such-file", {})).toThrow("app/routes.js has no row for tasks/no-such-file");
});

test("/openapi.json files each path under the noun of its folder, with a summary of its own", async () => {
  const { tags, paths } = await read<Description>(await call("/openapi.json"));
  for (const { url, noun } of jsonPaths) {
    const path = url.replace(/:(\w+)/g, "{$1}");
    for (const operation of Object.values(paths[path] ?? {})) expect(operation.tags).toEqual([noun.title]);
  }
  expect(new Set(tags.map(({ name }) => name)).size).toBe(tags.length);
  expect(new Set(jsonPaths.map(({ noun }) => noun.folder)).size).toBe(tags.length);
});

test("/openapi.json describes exactly the paths of the table", async () => {
  const description = await read<Description>(await call("/openapi.json"));
  expect(description.openapi).toBe("3.1.0");
  const described = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(described.sort()).toEqual(documented.map(({ method, path }) => `${method} ${path}`).sort());
});

test("an answer has exactly the members of the contract", () => {
  const described = documented.flatMap(({ method, path }) => {
    const { answer } = declaredPaths.get(path)?.[method] ?? {};
    return answer ? [{ path: `${method} ${path}`, members: membersOf(answer) }] : [];
  });
  const promised = documented.map(({ method, path, members }) => ({ path: `${method} ${path}`, members }));
  expect(described, "what is declared, against tests/contract/support/documented.ts").toEqual(
    described.map(({ path }) => ({ path, members: promised.find((one) => one.path === path)?.members.toSorted() })),
  );
});

/** Members of an OK answer besides retcode, in order; empty for a list. */
function membersOf(answer: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(answer, { io: "output", unrepresentable: "any" });
  return Object.keys(properties)
    .filter((member) => member !== "retcode")
    .sort();
}
