import { expect, test } from "vitest";
import { ALL_SOURCES } from "~/accounts/sign-up-sources";
import { askedRange } from "~/platform/day-range";
import { before } from "~/payments/screens/sources/compared-table";
import {
  categoryRows,
  type SourceCounts,
  sourcesNote,
  sourcesPie,
  usersPath,
} from "~/payments/screens/sources/source-rows";

const NOW = new Date("2026-11-22T12:00:00Z");
const none = Object.fromEntries(ALL_SOURCES.map((source) => [source, 0])) as SourceCounts;

test("55: a slice of 6 has a label, slices of 5 and of 0 have none; a source keeps its colour", () => {
  const [pie] = sourcesPie({ ...none, search: 5, reddit: 6 }).data;
  expect(pie).toEqual({
    type: "pie",
    labels: ["Search", "Reddit"],
    values: [5, 6],
    text: ["", "Reddit"],
    colours: [0, 9],
  });
});

test("55: percentages are rounded half up, each separately; their total is 100", () => {
  const rows = categoryRows({ ...none, search: 30, reddit: 20, email: 20 });
  expect(rows).toHaveLength(14);
  expect(rows.filter(({ count }) => count > 0).map(({ label, percentage }) => `${label} ${percentage}`)).toEqual([
    ...["Search 42.86%", "Email 28.57%", "Reddit 28.57%", "Total 100%"],
  ]);
});

test.each([
  ["", ""],
  ["start_date=2024-01-01&end_date=2024-01-31", "Showing data from 01.01.2024 to 31.01.2024"],
  ["start_date=2024-01-01", "Showing data from 01.01.2024"],
  ["end_date=2024-01-31", "Showing data until 31.01.2024"],
  ["range=7", "Showing data from 16.11.2026 to 22.11.2026"],
  ["start_date=2024-02-30", ""],
])("for %j the status line is %j", (query, note) => {
  expect(sourcesNote(askedRange(new URLSearchParams(query), NOW, null))).toBe(note);
});

test.each([
  [12, 7, "7 (+5)"],
  [7, 12, "12 (−5)"],
  [7, 7, "7 (±0)"],
  [7, null, "–"],
])("%d after %j is shown as %j", (count, then, text) => {
  expect(before(count, then)).toBe(text);
});

test("a figure leads to the users behind it", () => {
  const days = { start: "2024-01-01", end: "2024-01-31" };
  expect(usersPath({ source: "search", plan: "PRO", days })).toBe(
    "/dashboard/users?role=customer&source=search&status=pro&start_date=2024-01-01&end_date=2024-01-31",
  );
  expect(usersPath({ days: null })).toBe("/dashboard/users?role=customer");
});
