import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { beforeTs, limitOf } from "~/platform/http/schemas/paging";
import { rowId, rowIdOfPath } from "~/platform/http/schemas/row-id.server";

const Page = z.object({ limit: limitOf(500, 200), before_ts: beforeTs });
const Id = z.object({ id: rowId("No such key. It may have been deleted.") });

test.each([
  [{}, 200],
  [{ limit: "" }, 200],
  [{ limit: "abc" }, 200],
  [{ limit: "1.5" }, 1],
  [{ limit: "0" }, 1],
  [{ limit: "-7" }, 1],
  [{ limit: "501" }, 500],
  [{ limit: "1e999" }, 500],
  [{ limit: "20" }, 20],
])("a page of %j has %i rows", (given, limit) => {
  expect(Page.parse(given)).toEqual({ limit });
});

test.each([
  ["", undefined],
  ["0", 0],
  ["1706707384", 1706707384],
])("rows before %j are those before %s", (before_ts, time) => {
  expect(Page.parse({ before_ts }).before_ts).toBe(time);
});

test.each(["x", "1.5", "-1", "0x10", "9999999999999"])("there are no rows before %j: M09", (before_ts) => {
  expect(Page.safeParse({ before_ts }).error?.issues[0]?.message).toBe("The request could not be read.");
});

describe("an id", () => {
  const wrong = ["", "0", "-1", "01", "0x1", "1e0", " 1", "1.0", "2147483648", "99999999999999999999", "x"];

  test.each([...wrong, true, null, undefined, [1], 0, 1.5, 2 ** 31])("is not %j", (id) => {
    expect(Id.safeParse({ id }).error?.issues[0]?.message).toBe("No such key. It may have been deleted.");
  });

  test.each(wrong)("is not %j in a form or path", (id) => {
    const fields = new URLSearchParams({ id });
    expect(parseWithZod(fields, { schema: Id }).status).toBe("error");
    expect(rowIdOfPath(id)).toBeNull();
  });

  test("is from 1 to the database's maximum, as digits or as a number", () => {
    for (const id of [1, 2 ** 31 - 1]) {
      expect(Id.parse({ id })).toEqual({ id });
      expect(parseWithZod(new URLSearchParams({ id: String(id) }), { schema: Id })).toMatchObject({
        value: { id },
      });
      expect(rowIdOfPath(String(id))).toBe(id);
    }
  });
});
