import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { QueueWait as Wait } from "~/compute/queue-wait";
import { QueueWait } from "~/compute/screens/task/queue-wait";
import type { HitRate } from "~/compute/start-estimates.server";

const FROM_TS = Date.parse("2026-11-28T14:10:00Z") / 1000;
const JOB = { state: "queued", reason: "waiting_for_gpus", position: 1, gpus_min: 8 } as const;
const WAIT: Wait = {
  ...{ fits: false, queued: 1, waitedS: 60, wantingCents: 0, samples: 20, medianS: 300, p90S: 900 },
  ...{ startsAboutTs: null, startsFromTs: FROM_TS, startsUntilTs: FROM_TS + 5400 },
};

function text(given: { hitRate?: HitRate; wait?: Wait }): string {
  const { hitRate = null, wait = WAIT } = given;
  const job = { ...JOB, cluster_name: "fra1", gpu_type: "a5000" };
  const markup = renderToStaticMarkup(<QueueWait job={job} wait={wait} hitRate={hitRate} nodesOut={null} />);
  return markup.replace(/<[^>]+>/g, "");
}

test("a forecast gives the range of the start, with the day once if it is the same", () => {
  expect(text({})).toContain("It is likely to start between 28.11.2026 14:10 and 15:40 UTC.");
  const wait = { ...WAIT, startsUntilTs: FROM_TS + 86_400 };
  expect(text({ wait })).toContain("between 28.11.2026 14:10 and 29.11.2026 14:10 UTC.");
});

test("the share of right estimates is shown once there are enough of them", () => {
  expect(text({ hitRate: { judged: 212, share: 0.83 } })).toMatch(/Of 212 such estimates .* 83% were right\./);
  expect(text({ hitRate: { judged: 19, share: 1 } })).not.toContain("were right");
  expect(text({ hitRate: { judged: 0, share: null } })).not.toContain("were right");
});
