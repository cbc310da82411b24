import { expect, test } from "vitest";
import { pageNumber, pageOf } from "~/platform/http/page-number";

test.each([
  ["page=2", 2],
  ["page=123456789", 123456789],
  ["page=1234567890", 1],
  ["page=0", 1],
  ["page=02", 1],
  ["page=-1", 1],
  ["page=1.5", 1],
  ["page=two", 1],
  ["other=2", 1],
  ["", 1],
])("%j requests page %j", (query, page) => {
  expect(pageNumber(new URLSearchParams(query), "page")).toBe(page);
});

test.each([
  { total: 0, wanted: 3, page: 1, pages: 1, offset: 0 },
  { total: 25, wanted: 2, page: 1, pages: 1, offset: 0 },
  { total: 26, wanted: 2, page: 2, pages: 2, offset: 25 },
  { total: 26, wanted: 123456789, page: 2, pages: 2, offset: 25 },
])("of $total rows page $wanted is page $page of $pages", ({ wanted, ...page }) => {
  expect(pageOf(page.total, wanted)).toEqual({ ...page, limit: 25 });
});
