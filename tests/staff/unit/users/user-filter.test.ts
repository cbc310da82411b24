import { describe, expect, test } from "vitest";
import { likePattern, wordsQuery } from "~/staff/inside/users/search-words";
import { seenDays } from "~/staff/inside/users/seen-days";
import { EVERYONE, searchText, userFilterOf, userSortOf } from "~/staff/user-filter";

test.each([
  ["  Anna ", "Anna"],
  ["a\0b\u001Fc\td", "abcd"],
  ["e\u0301", "é"],
  ["😀".repeat(101), "😀".repeat(100)],
])("%j is searched as %j: trimmed, without control characters, at most 100 (9.5)", (given, text) => {
  expect(searchText(given)).toBe(text);
});

test.each([
  ["", null],
  ["Anna", "%anna%"],
  ["50%_\\", "%50\\%\\_\\\\%"],
  ["ЖУК", "%жук%"],
])("%j is the pattern %j: special characters of patterns are literal", (q, pattern) => {
  expect(likePattern(q)).toBe(pattern);
});

describe("the words of the index for a wanted user", () => {
  const of = (part: Partial<typeof EVERYONE>) => wordsQuery({ ...EVERYONE, fields: ["n"], ...part });
  test.each([
    [{}, null],
    [{ q: "a" }, "('na':*)"],
    [{ q: "AB" }, "('nab':*)"],
    [{ q: "q@ex" }, "(('nq@e' & 'n@ex'))"],
    [{ q: "aaaa" }, "(('naaa'))"],
    [{ q: "abcdefgh" }, "(('nabc' & 'ndef' & 'nfgh'))"],
    [{ q: "o'n\\" }, "(('no''n' & 'n''n\\\\'))"],
    [{ q: "伟" }, "('n伟':*)"],
    [{ role: "support", country: "DE" }, "'Rsupport' & 'CDE'"],
    [{ list: "pro", q: "abc", fields: ["n", "e"] }, "'Lpro' & (('nabc') | ('eabc'))"],
  ] as [Partial<typeof EVERYONE>, string | null][])("%j: %s", (part, words) => {
    expect(of(part)).toBe(words);
  });
});

const NOW = new Date("2024-01-31T13:23:04Z");

test("a filter equals its address, and unknown values there are ignored", () => {
  const filter = userFilterOf(
    new URLSearchParams(
      "q=a&role=admin&state=sleeping&status=trial&source=reddit&country=is&seen=7&debt=1&low=yes&tag=vip",
    ),
    NOW,
  );
  expect(filter).toEqual({
    ...{ q: "a", fields: ["n", "e", "t"], list: null, role: "admin", state: "", status: "trial" },
    ...{ source: "reddit", country: "IS", seen: "7", debt: true, low: false, tag: "vip", registered: null },
  });
  const ofSources = userFilterOf(new URLSearchParams("status=free&end_date=2024-01-03"), NOW);
  expect(ofSources).toMatchObject({ list: "free", status: "", registered: { start: "2000-01-01", end: "2024-01-03" } });
  expect(userSortOf(new URLSearchParams("sort=spend"))).toBe("spend");
  expect(userSortOf(new URLSearchParams("sort=password"))).toBe("newest");
});

test.each([
  ["", null],
  ["today", { from: "2024-01-31", to: "2024-01-31" }],
  ["7", { from: "2024-01-25", to: "2024-01-31" }],
  ["30", { from: "2024-01-02", to: "2024-01-31" }],
  ["longer", { from: "2000-01-02", to: "2024-01-01" }],
  ["never", { from: "2000-01-01", to: "2000-01-01" }],
] as const)("last seen '%s' on 31.01.2024 is %j", (seen, days) => {
  expect(seenDays(seen, new Date("2024-01-31T13:23:04Z"))).toEqual(days);
});
