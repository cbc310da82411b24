import { expect, test } from "vitest";
import { lacksOf, lacksOfOwnUnit, unitOf } from "../../../../worker/agent/own-unit";

test.each([
  ["0::/system.slice/millrace-agent.service\n", "millrace-agent.service"],
  [
    "12:pids:/system.slice/a.service\n1:name=systemd:/system.slice/millrace-agent.service\n0::/\n",
    "millrace-agent.service",
  ],
  ["0::/user.slice/user-1000.slice/user@1000.service/app.slice/millrace.service\n", "millrace.service"],
  ["0::/user.slice/user-1000.slice/session-3.scope\n", null],
  ["12:pids:/docker/3f5b\n0::/\n", null],
])("for a process with groups %j the unit is %s", (text, unit) => expect(unitOf(text)).toBe(unit));

test("an agent whose tasks would end with it names the setting to change", () => {
  for (const mode of ["control-group", "mixed"])
    expect(lacksOf("a.service", mode)).toEqual([expect.stringContaining("set KillMode=process in a.service")]);
  for (const mode of ["process", "none", ""]) expect(lacksOf("a.service", mode)).toEqual([]);
  expect(lacksOfOwnUnit("0::/\n")).toEqual([]);
});
