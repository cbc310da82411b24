import fc from "fast-check";
import { expect, test } from "vitest";
import { hiddenFault } from "~/platform/hidden-characters";
import { M } from "~/messages";
import { requireDisplayName, requireTags, tagsAsText } from "~/compute/task-tags";

test.each([
  ["Llama,  Team A , llama,,", ["llama", "team-a"]],
  [
    ["Llama", " v1.5 ", ""],
    ["llama", "v1.5"],
  ],
  [["llama, team-a"], ["llama", "team-a"]],
  ["größe:xl/2=b_c", ["größe:xl/2=b_c"]],
  ["", []],
  [" , ", []],
  ["x".repeat(30), ["x".repeat(30)]],
])("%j is stored as the tags %j", (typed, tags) => {
  expect(requireTags(typed)).toEqual(tags);
});

test.each([
  ["a,b,c,d,e,f,g,h,i,j,k", M.tooManyTags],
  ["x".repeat(31), M.tagTooLong],
  ["-a", M.tagCharacters],
  ["<b>", M.tagCharacters],
  ["a\u0000b", M.tagCharacters],
  ["a\u200bb", M.tagCharacters],
])("%j is refused", (typed, message) => {
  expect(() => requireTags(typed)).toThrow(message);
});

test("a stored value is unchanged when it is stored again, as a list and as text", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 10 }), (typed) => {
      let tags: string[];
      try {
        tags = requireTags(typed);
      } catch {
        return;
      }
      expect(requireTags(tags)).toEqual(tags);
      expect(requireTags(tagsAsText(tags))).toEqual(tags);
    }),
  );
});

test("a display name is a line of at most 63 characters without hidden ones", () => {
  expect(requireDisplayName("  My\n second  run ")).toBe("My second run");
  expect(requireDisplayName("")).toBe("");
  expect(requireDisplayName("é".repeat(63))).toHaveLength(63);
  expect(() => requireDisplayName("x".repeat(64))).toThrow(M.displayNameTooLong);
  expect(() => requireDisplayName("a\u202eb")).toThrow(hiddenFault("a\u202eb") ?? "");
});
