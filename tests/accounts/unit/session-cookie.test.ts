import { describe, expect, it } from "vitest";
import { cookieIn, SESSION_COOKIE } from "~/accounts/session-cookie";

describe("The session cookie of a request", () => {
  it.each([
    ["millrace_session=abc", "abc"],
    ["smc=1; millrace_session=a=b ; other=2", "a=b"],
    ["millrace_session=%E0%A4%A", "%E0%A4%A"],
    ["millrace_session=", null],
    ["other_millrace_session=abc", null],
    ["millrace_session", null],
    ["", null],
    [undefined, null],
  ])("%s → %s", (header, value) => {
    expect(cookieIn(header, SESSION_COOKIE)).toBe(value);
  });
});
