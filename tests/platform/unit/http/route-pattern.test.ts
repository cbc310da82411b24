import { expect, test } from "vitest";
import { patternFinder } from "~/platform/http/route-pattern.server";
import { jsonPaths, screens } from "~/routes.js";

const patternOf = patternFinder([...screens, ...jsonPaths].map(({ url }) => url));

test.each([
  ["/", "/"],
  ["/_root.data", "/"],
  ["/_root", "/*"],
  ["/tasks", "/tasks"],
  ["/tasks/", "/tasks"],
  ["/tasks.data", "/tasks"],
  ["/reset/very-secret", "/reset/:token"],
  ["/reset/very-secret.data", "/reset/:token"],
  ["/verify/very-secret", "/verify/:token"],
  ["/users/view/7", "/users/view/:id"],
  ["/v1/tasks/1b4e28ba/logs", "/v1/tasks/:resv_guid/logs"],
  ["/openapi.json", "/openapi.json"],
  ["/openapixjson", "/*"],
  ["/no/such/page", "/*"],
  ["/build/root-ABC.js", "/build/*"],
])("%s is counted and logged as %s", (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});

test("every row of the routes table is found under its own name", () => {
  for (const { url } of [...screens, ...jsonPaths]) {
    if (url !== "/*") expect(patternOf(url.replace(/:\w+/g, "some-value"))).toBe(url);
  }
});
