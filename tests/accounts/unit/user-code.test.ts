import { expect, test } from "vitest";
import { makeUserCode, readUserCode } from "~/accounts/inside/device-login/user-code";

test("a user code is eight letters without vowels, in two halves", () => {
  const drawn = [0, 19, 1, 18, 2, 17, 3, 16];
  expect(makeUserCode(() => drawn.shift() ?? 0)).toBe("BZCX-DWFV");
});

test.each([
  ["WDJB-MJHT", "WDJB-MJHT"],
  ["wdjbmjht", "WDJB-MJHT"],
  [" wdjb mjht ", "WDJB-MJHT"],
  ["W-D-J-B-M-J-H-T", "WDJB-MJHT"],
  ["WDJB-MJH", null],
  ["WDJB-MJHTX", null],
  ["WDJB-MJHA", null],
  ["WDJB-MJH7", null],
  ["", null],
])("%j is read as %j", (typed, code) => {
  expect(readUserCode(typed)).toBe(code);
});
