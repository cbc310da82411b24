import { describe, expect, test } from "vitest";
import { movementFilterOf, placeOf, placeText } from "~/money/inside/billing/movement-filter";

const NOW = new Date("2026-03-10T12:00:00Z");
const UUID = "0b8f6f2e-3c52-4a8e-9a55-2d1f7a6f0c11";

describe("The filter of movements is in the address", () => {
  test("kind, task and days are read; unknown values are ignored", () => {
    const read = (query: string) => movementFilterOf(new URLSearchParams(query), NOW).filter;
    expect(read("kind=refund&task=%20my-run%20&start_date=2026-03-01")).toEqual({
      kind: "refund",
      days: { start: "2026-03-01", end: "2026-03-10" },
      task: "my-run",
    });
    expect(read("kind=none&task=%00&start_date=2026-02-30")).toEqual({ kind: null, days: null, task: null });
    expect(read(`task=${"x".repeat(300)}`).task).toHaveLength(100);
  });

  test.each([
    { at: NOW, of: "task" as const, id: UUID },
    { at: NOW, of: "other" as const, id: "42" },
  ])("the place of a $of is found again", (place) => expect(placeOf(placeText(place))).toEqual(place));

  test.each([null, "", "1-t-42", "1-o-", `x-t-${UUID}`, "1-o-1; drop"])("%j is not a place", (text) =>
    expect(placeOf(text)).toBeNull(),
  );
});
