import { readQueueWaits } from "~/compute/inside/capacity/read-queue-wait.server";
import { listSshKeys } from "~/compute/list-ssh-keys.server";
import { countEarlier, findTasks } from "~/compute/inside/tasks/find-tasks.server";
import { readRecentLoad } from "~/compute/read-recent-load.server";
import { readSimulated } from "~/compute/inside/tasks/read-simulated.server";
import type { Viewer } from "~/platform/http/access.server";
import { partOrNull } from "~/platform/http/part-or-null.server";
import type { RouteArgs } from "~/platform/http/request-facts.server";
import { askedTasks } from "./asked-tasks";
import { TASK_HIDE_AFTER_S } from "./visible-jobs";

/** Tasks that have ended on one page. */
const PAGE_SIZE = 50;
/** Limit of counting for tasks that ended long ago. */
const MOST_COUNTED = 999;

/** Loads the list of tasks for its address. */
export async function loadList({ args, viewer, now }: { args: RouteArgs; viewer: Viewer; now: Date }) {
  const { tenantId, userId, tenantName } = viewer;
  const asked = askedTasks(new URL(args.request.url).searchParams);
  const hiddenBefore = new Date(now.getTime() - TASK_HIDE_AFTER_S * 1000);
  const listing =
    asked.unreadable !== ""
      ? Promise.resolve([])
      : findTasks({
          ...asked,
          tenantId,
          endedAfter: asked.previous ? null : hiddenBefore,
          limit: PAGE_SIZE + 1,
          offset: (asked.page - 1) * PAGE_SIZE,
          now,
        });
  const counting = countEarlier({ tenantId, before: hiddenBefore, most: MOST_COUNTED + 1 });
  const [jobs, previousCount, load, simulated, waits, keys] = await Promise.all([
    listing,
    counting,
    readRecentLoad({ tenantId, now }),
    readSimulated({ tenantId }),
    // Few lists have a waiting task.
    listing.then((all) =>
      all.some(({ state, position }) => state === "queued" || position !== null)
        ? partOrNull(args, "waits", readQueueWaits({ tenantId, now }))
        : null,
    ),
    // An empty list leads to the first task, which needs a key.
    listing.then(async (all) => (all.length > 0 ? [] : await listSshKeys({ tenantId, userId }))),
  ]);
  const ended = jobs.filter((job) => job.ts_finished !== 0);
  const more = ended.length > PAGE_SIZE;
  return {
    account: tenantName,
    load,
    simulated,
    waits: waits ?? {},
    asked,
    more,
    atMs: now.getTime(),
    jobs: more ? jobs.slice(0, -1) : jobs,
    previousCount,
    keyName: keys.find(({ own }) => own)?.name ?? null,
  };
}
