import { expect, test } from "vitest";
import { agentVersionText, fleetVersionsText } from "~/fleet/inside/nodes/agent-version";

test.each([
  ["0.2.0", "0.2.0"],
  ["0.1.9", "0.1.9, older than this control plane (0.2.0)"],
  ["0.10.0", "0.10.0, newer than this control plane (0.2.0)"],
  [null, "not named, older than 0.1.0"],
])("an agent's version %j next to the control plane's is shown as %j", (agent, words) => {
  expect(agentVersionText(agent, "0.2.0")).toBe(words);
});

test("a fleet of one version, or without agents, shows nothing", () => {
  expect(fleetVersionsText([], "0.2.0")).toBeNull();
  expect(fleetVersionsText(["0.2.0", "0.2.0"], "0.2.0")).toBeNull();
});

test("a fleet of several versions is counted, oldest first", () => {
  expect(fleetVersionsText(["0.10.0", "0.2.0", null, "0.1.0", "0.1.0"], "0.2.0")).toBe(
    "Of 5 agents, 1 reports no version (older than 0.1.0), 2 have 0.1.0 (older), 1 has 0.10.0 (newer); this control plane has 0.2.0. All of them keep working, without the features of newer versions.",
  );
  expect(fleetVersionsText([null], "0.2.0")).toContain("Of 1 agent, 1 reports no version");
});
