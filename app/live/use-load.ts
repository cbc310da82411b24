import { useMemo } from "react";
import type { RecentLoad } from "~/domain/tasks/read-recent-load.server";
import type { LiveRow } from "./newest";
import { useLive } from "./use-live";

const POLL_LOAD_S = 3;

/** Load of running tasks by task name: numbers while the socket tells them, pictures while the path is asked (A27). */
export interface ShownLoad {
  loads?: RecentLoad;
  /** base64 JPEG */
  images?: Record<string, string>;
}

/** Load of one's own running tasks, live: the numbers of the event `task_load` (5.2), else the documented pictures. */
export function useLoad(account: string, loads: RecentLoad, atMs: number): ShownLoad {
  const loaded = useMemo(
    () => ({ atMs, rows: [{ key: account, version: atMs, data: { loads } }] }),
    [account, loads, atMs],
  );
  const read = (answer: unknown, polledAtMs: number): LiveRow<ShownLoad>[] | null => {
    const { images } = answer as ShownLoad;
    return images ? [{ key: account, version: polledAtMs, data: { images } }] : null;
  };
  const { rows } = useLive<"/customer", "task_load", ShownLoad>({
    namespace: "/customer",
    entity: "task_load",
    loaded,
    poll: { path: "/v1/highfreq", everySeconds: POLL_LOAD_S, read },
  });
  return rows.get(account) ?? { loads };
}
