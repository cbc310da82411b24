import { useMemo } from "react";
import type { RecentLoad, TaskLoads } from "~/compute/read-recent-load.server";
import type { LiveRow } from "./newest";
import { useLive } from "./use-live";

const POLL_LOAD_S = 3;

/** Load of running tasks by task name: numbers from the socket, or pictures from polling (A27). */
export interface ShownLoad {
  loads?: RecentLoad;
  /** Names of tasks whose latest figure is out of date. */
  stale?: string[];
  /** base64 JPEG */
  images?: Record<string, string>;
}

/**
 * Load of the viewer's running tasks, live: the numbers of the event `task_load` (5.2), else the documented pictures.
 */
export function useLoad(account: string, loaded: TaskLoads, atMs: number): ShownLoad {
  const first = useMemo(
    () => ({ atMs, rows: [{ key: account, version: atMs, data: loaded }] }),
    [account, loaded, atMs],
  );
  const read = (answer: unknown, polledAtMs: number): LiveRow<ShownLoad>[] | null => {
    const { images } = answer as ShownLoad;
    return images ? [{ key: account, version: polledAtMs, data: { images } }] : null;
  };
  const { rows } = useLive<"/customer", "task_load", ShownLoad>({
    namespace: "/customer",
    entity: "task_load",
    loaded: first,
    poll: { path: "/v1/highfreq", everySeconds: POLL_LOAD_S, read },
  });
  return rows.get(account) ?? loaded;
}
