import { useEffect, useRef } from "react";
import type { DataOf, EntityOf, LiveEvent } from "~/platform/live/events";
import { useConnection } from "~/platform/live/live";
import { useRefetch } from "~/platform/live/use-refetch";

const AT_MOST_EVERY_MS = 5000;

/**
 * Reads the screen again after events of these entities, at most every 5 s: for sums and orders over many rows, which
 * no single event carries. `concerns` leaves out events that have nothing to do with the screen.
 */
export function useRecount<E extends EntityOf<"/operator">>(
  entities: E[],
  concerns: (event: LiveEvent<DataOf<"/operator", E>>) => boolean = () => true,
): void {
  const { connection } = useConnection();
  const refetch = useRefetch();
  const asking = useRef(concerns);
  useEffect(() => {
    asking.current = concerns;
  }, [concerns]);
  const asked = entities.join();
  useEffect(() => {
    if (!connection) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const later = (event: LiveEvent<DataOf<"/operator", E>>) => {
      if (!asking.current(event)) return;
      timer ??= setTimeout(() => {
        timer = null;
        refetch();
      }, AT_MOST_EVERY_MS);
    };
    const stops = asked.split(",").map((entity) => connection.listen("/operator", entity as E, later));
    return () => {
      stops.forEach((stop) => stop());
      if (timer) clearTimeout(timer);
    };
  }, [connection, asked, refetch]);
}
