import { expect, test } from "vitest";
import { OneTask } from "./one-task";

const one = OneTask.use("18250-18299", { disk_gb: 0.05 });

test("a task that exceeds its storage is warned in its log, then ended with a message, without an incident", async () => {
  await one.run("for i in $(seq 47); do head -c 1000000 /dev/urandom > $i; done");
  await one.plane.untilLogs((chunks) => chunks.some(({ text }) => /of the 0\.05 GB it may store/.test(text)));
  // A deleted file takes room as well.
  const hidden = "exec 3>x; rm x; head -c 9000000 /dev/urandom >&3; sleep 600";
  await one.run(`nohup sh -c '${hidden}' >&- 2>&- &`);
  expect(await one.plane.untilTask(one.node, one.placementId, "stopped")).toMatchObject({
    exit_code: null,
    message: expect.stringMatching(/^its files took 0\.05\d+ GB of the 0\.05 GB it may store$/),
  });
  const states = one.plane.observed.flatMap(({ report }) => report.tasks.map(({ state }) => state));
  expect(states).not.toContain("stopping");
});
