import { describe, expect, test } from "vitest";
import { accessWords } from "~/platform/staff-access-words";
import { changesOf, changesText } from "~/platform/audit-changes";
import { placeOf, placeText } from "~/platform/audit-place";

describe("A change of the audit", () => {
  test.each([
    ["only what differs", { a: 1, b: "x" }, { a: 1, b: "y" }, "b: x → y"],
    ["what came", null, { days: 14 }, "days: 14"],
    ["what went", { drain: 1 }, null, "drain: 1 → none"],
    ["nested values as they are", { list: [1] }, { list: [1, 2] }, "list: [1] → [1,2]"],
    ["an empty text by a word", { reason: "x" }, { reason: "" }, "reason: x → empty"],
    ["no object as one value", "old", "new", "old → new"],
    ["nothing where nothing is", null, null, ""],
    ["several fields", { a: 1 }, { a: 2, b: true }, "a: 1 → 2; b: true"],
  ])("is described as %s", (_what, before, after, text) => {
    expect(changesText(changesOf(before, after))).toBe(text);
  });
});

test("a place survives an address; an invalid one is the start", () => {
  const place = { at: new Date(1_795_349_000_123), id: 42n };
  expect(placeText(place)).toBe("1795349000123-42");
  expect(placeOf(placeText(place))).toEqual(place);
  for (const text of [null, "", "x", "1-", "-1", "1-2-3", "1".repeat(16) + "-1", "1-" + "9".repeat(19)])
    expect(placeOf(text)).toBeNull();
});

test("an action without its own words is shown by its name", () => {
  expect(accessWords("user.suspend")).toBe("Suspended your account");
  expect(accessWords("workspace.show-tokens")).toBe("Looked at the tokens of the workspace");
  expect(accessWords("comment.set-aside")).toBe("Comment: set aside");
  expect(accessWords("constructor")).toBe("Constructor");
});
