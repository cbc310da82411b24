import { parseCrontab } from "graphile-worker";
import { expect, test } from "vitest";
import { crontab } from "../../worker/jobs/crontab";

test("the queue can read when its jobs are due, and takes no two lines for one", () => {
  const items = parseCrontab(crontab);
  expect(items.map(({ identifier }) => identifier)).toEqual([...new Set(items.map(({ identifier }) => identifier))]);
  expect(items.map(({ task }) => task)).toContain("send-mail");
});
