import { describe, expect, it } from "vitest";
import * as format from "~/platform/ui/format";
import { pricingGpuLabel, reservationGpuLabel } from "~/platform/ui/gpu-choice";

const T_20240131_112012 = Date.UTC(2024, 0, 31, 11, 20, 12) / 1000;

describe("Figures are written as in section 10", () => {
  it.each([
    [190, "$1.90"],
    [0, "$0.00"],
    [2100, "$21.00"],
    [-5000, "−$50.00"],
    [95 * 2 * 730, "$1,387.00"],
  ])("%i cents are %s", (cents, text) => expect(format.formatCents(cents)).toBe(text));

  it.each([
    [45.1528, "$45.15"],
    [1.15, "$1.15"],
    [0.0099, "$0.00"],
    [100, "$100.00"],
    [-3.5, "−$3.50"],
    [4.35, "$4.35"],
    [1.0199, "$1.01"],
  ])("a balance of %d dollars is rounded down to %s", (dollars, text) =>
    expect(format.formatDollars(dollars)).toBe(text),
  );

  it.each([
    [3.89, "−3.89"],
    [3.8971, "−3.89"],
    [-50, "+50.00"],
    [0, "0.00"],
  ])("a movement of %d is %s", (billed, text) => expect(format.formatMovement(billed)).toBe(text));

  it.each([
    [30, 70, "42.86%"],
    [1, 3, "33.33%"],
    [1, 8, "12.50%"],
    [1, 80000, "0.00%"],
    [1, 20000, "0.01%"],
    [5, 5, "100.00%"],
    [0, 0, "0.00%"],
  ])("%i of %i is %s", (part, whole, text) => expect(format.formatPercent(part, whole)).toBe(text));

  it.each([
    [7384, "2:03:04"],
    [0, "0:00:00"],
    [59, "0:00:59"],
    [86399, "23:59:59"],
    [86400, "1d 00:00:00"],
    [200000, "2d 07:33:20"],
  ])("an uptime of %i s is %s", (seconds, text) => expect(format.formatUptime(seconds)).toBe(text));

  it("writes dates in UTC in each documented form", () => {
    expect(format.formatDateTime(T_20240131_112012)).toBe("31.01.2024 11:20");
    expect(format.formatShortDateTime(T_20240131_112012)).toBe("31.01.24 11:20");
    expect(format.formatDate(T_20240131_112012)).toBe("31.01.2024");
    expect(format.formatDateEnGb(T_20240131_112012)).toBe("31/01/2024");
    expect(format.formatDayMonth(T_20240131_112012)).toBe("31.01");
    expect(format.formatTime(T_20240131_112012)).toBe("11:20");
  });

  it("writes sizes, GPUs and pages", () => {
    expect(format.formatMb(131072)).toBe("128 GB");
    expect(format.formatGpus(2, "a5000")).toBe("2 × a5000");
    expect(format.formatPage(2, 7)).toBe("Page 2 of 7");
    expect(format.formatPage(1, 0)).toBe("Page 1 of 1");
  });

  it("keeps both spellings of gangs", () => {
    expect([8, 16, 32, 64].map(pricingGpuLabel)).toEqual(["8", "16 (2x8)", "32 (4x8)", "64 (8x8)"]);
    expect([8, 16, 32, 64].map(reservationGpuLabel)).toEqual(["8", "2 × 8", "4 × 8", "8 × 8"]);
  });
});
