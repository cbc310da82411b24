import { useMemo } from "react";
import type { RecentLoad } from "~/domain/tasks/read-recent-load.server";
import { useLive } from "./use-live";

/** Load of one's own running tasks, live: the numbers of the event `task_load` (5.2). */
export function useLoad(account: string, load: RecentLoad, atMs: number): RecentLoad {
  const loaded = useMemo(
    () => ({ atMs, rows: [{ key: account, version: atMs, data: { loads: load } }] }),
    [account, load, atMs],
  );
  // The documented path to poll has pictures only; without the socket the lines rest until the next load.
  const { rows } = useLive<{ loads: RecentLoad }>({
    namespace: "/customer",
    entity: "task_load",
    loaded,
    poll: null,
  });
  return rows.get(account)?.loads ?? load;
}
