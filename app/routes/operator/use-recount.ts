import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { LiveEntity } from "~/live/events";
import { useConnection } from "~/live/live";

const AT_MOST_EVERY_MS = 5000;

/**
 * Reads the screen anew after events of these entities, at most every 5 s: for sums and orders over many rows, which
 * no single event carries.
 */
export function useRecount(entities: LiveEntity[]): void {
  const { connection } = useConnection();
  const { revalidate } = useRevalidator();
  const refetch = useRef(revalidate);
  useEffect(() => {
    refetch.current = revalidate;
  }, [revalidate]);
  const asked = entities.join();
  useEffect(() => {
    if (!connection) return;
    let timer: ReturnType<typeof setTimeout> | null = null;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = null;
        refetch.current();
      }, AT_MOST_EVERY_MS);
    };
    const stops = asked.split(",").map((entity) => connection.listen("/operator", entity, later));
    return () => {
      stops.forEach((stop) => stop());
      if (timer) clearTimeout(timer);
    };
  }, [connection, asked]);
}
