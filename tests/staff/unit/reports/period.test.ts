import { describe, expect, test } from "vitest";
import { askedPeriod, comparedDays, partsOf } from "~/staff/inside/reports/period";

const NOW = new Date("2026-11-27T12:00:00Z");
const asked = (query: string) => askedPeriod(new URLSearchParams(query), NOW);

describe("The period of a report", () => {
  test.each([
    ["", { start: "2026-11-01", end: "2026-11-27" }, { start: "2026-10-01", end: "2026-10-27" }, "day"],
    ["range=last-month", { start: "2026-10-01", end: "2026-10-31" }, { start: "2026-09-01", end: "2026-09-30" }, "day"],
    ["range=90", { start: "2026-08-30", end: "2026-11-27" }, { start: "2026-06-01", end: "2026-08-29" }, "week"],
    [
      "range=12-months",
      { start: "2025-12-01", end: "2026-11-27" },
      { start: "2024-12-01", end: "2025-11-27" },
      "month",
    ],
    ["compare=year", { start: "2026-11-01", end: "2026-11-27" }, { start: "2025-11-01", end: "2025-11-27" }, "day"],
    ["compare=none", { start: "2026-11-01", end: "2026-11-27" }, null, "day"],
    // A period that ends in the future ends today.
    [
      "start_date=2026-11-20&end_date=2030-01-01",
      { start: "2026-11-20", end: "2026-11-27" },
      { start: "2026-11-12", end: "2026-11-19" },
      "day",
    ],
    ["start_date=2027-05-01&end_date=2027-06-01", { start: "2026-11-27", end: "2026-11-27" }, "day before", "day"],
  ])("%s", (query, days, before, split) => {
    const period = asked(query);
    expect(period.days).toEqual(days);
    if (before === "day before") expect(period.before).toEqual({ start: "2026-11-26", end: "2026-11-26" });
    else expect(period.before).toEqual(before);
    expect(period.split).toBe(split);
  });

  test("whole months of different lengths are compared with whole months", () => {
    expect(comparedDays({ start: "2026-03-01", end: "2026-03-31" }, "before")).toEqual({
      start: "2026-02-01",
      end: "2026-02-28",
    });
    expect(comparedDays({ start: "2024-02-01", end: "2024-02-29" }, "year")).toEqual({
      start: "2023-02-01",
      end: "2023-02-28",
    });
    // The 31st so far has no such day in the month before.
    expect(comparedDays({ start: "2026-03-01", end: "2026-03-30" }, "before")).toEqual({
      start: "2026-02-01",
      end: "2026-02-28",
    });
  });

  test("a longer range is cut, and a year before our calendar is the calendar's first day", () => {
    expect(asked("end_date=2026-11-27")).toMatchObject({ cut: true, days: { start: "2023-11-28" } });
    expect(asked("start_date=0001-01-01&end_date=0001-01-05").days).toEqual({ start: "2000-01-01", end: "2000-01-01" });
    expect(asked("start_date=2026-02-30&end_date=2026-03-01").asked.problem).not.toBeNull();
  });

  test("customers are counted by the months that the days touch", () => {
    expect(asked("range=last-month")).toMatchObject({ wholeMonths: true, present: false });
    expect(asked("")).toMatchObject({ wholeMonths: true, present: true, months: { start: "2026-11-01" } });
    expect(asked("range=30")).toMatchObject({
      wholeMonths: false,
      months: { start: "2026-10-01", end: "2026-11-01" },
      monthsBefore: { start: "2026-08-01", end: "2026-09-01" },
    });
  });

  test("parts are named by their first day: a week by its Monday", () => {
    expect(partsOf({ start: "2026-11-26", end: "2026-12-01" }, "week")).toEqual(["2026-11-23", "2026-11-30"]);
    expect(partsOf({ start: "2026-11-29", end: "2026-12-01" }, "month")).toEqual(["2026-11-01", "2026-12-01"]);
  });
});
