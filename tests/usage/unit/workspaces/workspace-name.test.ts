import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMaxUsers } from "~/usage/inside/workspaces/max-users";
import { isReservedName, normaliseWorkspaceName, typedWorkspaceName } from "~/usage/inside/workspaces/workspace-name";

describe("A workspace name (9.7)", () => {
  test.each([
    ["My Team", "myteam"],
    ["--Data__Lab--7", "datalab-7"],
    ["R&D Unit", "rdunit"],
    ["a very long-workspace-name", "averylong-worksp"],
    ["abcdefghijklmno-pq", "abcdefghijklmno"],
    ["!!!", ""],
    ["", ""],
    ["-", ""],
    ["a--b---c", "a-b-c"],
    ["a- -b", "a-b"],
    ["Ünïcode", "ncode"],
    ["工作区", ""],
    ["<b>x</b>", "bxb"],
    ["-1234567890123456-", "1234567890123456"],
  ])("'%s' becomes '%s'", (typed, name) => {
    expect(normaliseWorkspaceName(typed)).toBe(name);
  });

  test.each([
    ["data-", "data-"],
    ["Data--", "data-"],
    ["-", ""],
    ["abcdefghijklmno-p", "abcdefghijklmno-"],
  ])("'%s' is shown as '%s' while it is being typed: the hyphen at the end stays", (typed, shown) => {
    expect(typedWorkspaceName(typed)).toBe(shown);
  });

  const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(..."aZ9- _&") }));

  test("for any input, the name is empty or accepted by the database, and is stable", () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const name = normaliseWorkspaceName(typed);
        expect(name).toMatch(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(name.length).toBeLessThanOrEqual(16);
        expect(normaliseWorkspaceName(name)).toBe(name);
        // Text in the field is checked as it was typed.
        expect(normaliseWorkspaceName(typedWorkspaceName(typed))).toBe(name);
        expect(typedWorkspaceName(typedWorkspaceName(typed))).toBe(typedWorkspaceName(typed));
      }),
      { numRuns: 2000 },
    );
  });

  test("hosts of ours are reserved", () => {
    expect(["www", "api", "admin", "app", "mail", "status"].map(isReservedName)).toEqual(Array(6).fill(true));
    expect(isReservedName("team")).toBe(false);
  });
});

describe("The number of users (9.7)", () => {
  test.each([
    [0, 1],
    [250, 100],
    [7.9, 7],
    ["7.9", 7],
    ["7,9", 7],
    [" 12 ", 12],
    ["-3", 1],
    ["99999999999", 100],
    ["", 1],
    [null, 1],
    [undefined, 1],
    [-0.5, 1],
    ["many", null],
    ["1e2", null],
    ["0x10", null],
    ["12 users", null],
    [Number.NaN, null],
    [true, null],
    [{}, null],
  ])("53: %j becomes %j", (given, users) => {
    expect(readMaxUsers(given)).toBe(users);
  });
});
