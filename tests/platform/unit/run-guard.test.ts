import { test } from "vitest";
import { startBun } from "../../support/bun-program";
import { machineProcesses } from "../../support/machine-processes";
import { until } from "../../support/until";

test.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)("%s to a guarded run ends all its processes", async (signal) => {
  const run = startBun("tests/support/programs/guarded-run.ts");
  const pids = (await run.line(/^begun/)).split(" ").slice(1);
  const running = () => machineProcesses().filter(({ pid, command }) => pids.includes(pid) && command !== "");
  await until("all three", () => running().length === 3);
  run.process.kill(signal);
  await until("the end of all", () => running().length === 0);
});
