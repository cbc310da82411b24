import { expect, test } from "vitest";
import { begunAt, isOrder, onTo } from "~/platform/own-path";
import { nextIn, orderIn, redirectTarget } from "~/platform/http/redirect-target";

test("a path of ours is followed", () => {
  expect(redirectTarget("/billing?tab=movements#top", "customer")).toBe("/billing?tab=movements#top");
  expect(redirectTarget("/", "admin")).toBe("/");
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "tasks",
  "",
  "/\t/evil.example",
  "/\n/evil.example",
  "/a\\b",
  "/tasks?x=日本",
  "/a b",
  `/${"x".repeat(2000)}`,
  null,
  undefined,
])("3: %j leads to the default of the role instead", (wanted) => {
  expect(redirectTarget(wanted, "customer")).toBe("/tasks");
  for (const role of ["support", "operator", "admin"] as const) {
    expect(redirectTarget(wanted, role)).toBe("/dashboard");
  }
});

const asked = (redirectTo: string) =>
  new Request(`http://127.0.0.1:3000/register?${new URLSearchParams({ redirectTo })}`);

test("an order with all its fields fits into the return path, unchanged", () => {
  const tags = Array.from({ length: 10 }, (_, at) => `${at}-${"t".repeat(28)}`).join(", ");
  const fields = { new: "1", task_name: "ü".repeat(63), row: "fra1:a5000", tags, max_dollars: "25" };
  const order = `/rent?${new URLSearchParams(fields)}`;
  const [path, search] = onTo("/register", order).split("?");
  expect([path, nextIn(new Request(`http://127.0.0.1:3000/register?${search}`))]).toEqual(["/register", order]);
  expect(onTo("/forgot?sent=1", order)).toContain("/forgot?sent=1&redirectTo=%2Frent%3Fnew%3D1");
  expect(onTo("/register", null)).toBe("/register");
});

test.each([
  "//evil.example/rent?new=1",
  "https://evil.example/rent?x",
  "/\\evil.example/rent?",
  "/rent",
  "/tasks?/rent?",
  "",
])("%j is not an order of ours, and no redirect leads there", (path) => {
  expect(isOrder(path)).toBe(false);
  expect(orderIn(asked(path))).toBeNull();
});

test("registering leads back to an order or an invitation; other newcomers begin with the first steps", () => {
  expect(begunAt("/rent?new=1&row=fra1:a5000")).toBe("/rent?new=1&row=fra1:a5000");
  expect(begunAt("/invitations/abc")).toBe("/invitations/abc");
  expect(begunAt("/configurator?row=fra1:a5000&gpu_min=2")).toBe("/rent?new=1&row=fra1:a5000&gpu_min=2");
  for (const path of ["/pricing", "/configurator", "//evil.example", null, undefined]) expect(begunAt(path)).toBeNull();
});
