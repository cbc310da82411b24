import { expect, test } from "vitest";
import { redirectTarget } from "~/http/redirect-target";

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
  `/${"x".repeat(500)}`,
  null,
  undefined,
])("3: %j leads to the default of the role instead", (wanted) => {
  expect(redirectTarget(wanted, "customer")).toBe("/tasks");
  for (const role of ["support", "operator", "admin"] as const) {
    expect(redirectTarget(wanted, role)).toBe("/dashboard");
  }
});
