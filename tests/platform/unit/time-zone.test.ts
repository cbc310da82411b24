import { expect, test } from "vitest";
import { UTC, wallSeconds, zoneOf, zoneText } from "~/platform/time-zone";
import { formatDateTime } from "~/platform/ui/format";

const WINTER = Date.UTC(2024, 0, 31, 23, 30, 4) / 1000;
const SUMMER = Date.UTC(2024, 6, 31, 23, 30, 4) / 1000;

test.each([
  ["UTC", WINTER, "31.01.2024 23:30", "UTC"],
  ["Europe/Berlin", WINTER, "01.02.2024 00:30", "UTC+1"],
  ["Europe/Berlin", SUMMER, "01.08.2024 01:30", "UTC+2"],
  ["Europe/London", WINTER, "31.01.2024 23:30", "UTC"],
  ["America/St_Johns", WINTER, "31.01.2024 20:00", "UTC−3:30"],
  ["Asia/Kathmandu", WINTER, "01.02.2024 05:15", "UTC+5:45"],
  ["Pacific/Kiritimati", WINTER, "01.02.2024 13:30", "UTC+14"],
])("a clock in %s shows at %i: %s, %s", (zone, ts, shown, named) => {
  expect(formatDateTime(wallSeconds(ts, zone))).toBe(shown);
  expect(zoneText(ts, zone)).toBe(named);
});

test("parts of a second are kept", () => {
  expect(wallSeconds(WINTER + 0.25, "Europe/Berlin")).toBe(WINTER + 3600.25);
});

test.each(["Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "Asia/Kolkata"])("%s is a zone", (name) => {
  expect(zoneOf(name)).toBe(name);
});

test.each([null, "", "Mars/Base", "<script>", "Europe/Berlin; x=1", "a".repeat(65), "../../etc/passwd", "+01:00"])(
  "a cookie with %s names no zone",
  (cookie) => {
    expect(zoneOf(cookie)).toBe(UTC);
  },
);
