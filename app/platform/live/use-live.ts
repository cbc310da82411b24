import { useEffect, useMemo, useRef, useState } from "react";
import { staleAgeSeconds } from "./age";
import type { DataOf, EntityOf, LiveEvent, Namespace } from "./events";
import { useConnection } from "./live";
import { type EventsByKey, type Loaded, newestRows, withEvent } from "./newest";
import { type Poll, usePoll } from "./use-poll";

type LiveSource<N extends Namespace, E extends EntityOf<N>, Data> = {
  namespace: N;
  entity: E;
  /** The answer of the screen's loader. */
  loaded: Loaded<Data>;
  /**
   * The documented path and interval while the socket is down; null if there is nothing to poll, as without a login.
   */
  poll: Poll<Data> | null;
} & (DataOf<N, E> extends Data ? { take?: Take<N, E, Data> } : { take: Take<N, E, Data> });

/** Picks the part of an event to keep; null drops it. Screens of many rows keep only the rows that they show. */
type Take<N extends Namespace, E extends EntityOf<N>, Data> = (
  event: LiveEvent<DataOf<N, E>>,
) => LiveEvent<Data> | null;

interface LiveRows<Data> {
  rows: Map<string, Data>;
  /** Null while the rows are confirmed, else the seconds since they last were. */
  ageSeconds: number | null;
}

/** Returns the newest known rows of one entity: the loader's, then those of events and polls (5.1). */
export function useLive<N extends Namespace, E extends EntityOf<N>, Data>({
  namespace,
  entity,
  loaded,
  poll,
  take,
}: LiveSource<N, E, Data>): LiveRows<Data> {
  const { connection, isFresh } = useConnection();
  const [events, setEvents] = useState<EventsByKey<Data>>(new Map());
  const taking = useRef(take);
  useEffect(() => {
    taking.current = take;
  }, [take]);
  useEffect(() => {
    const keep = (event: LiveEvent<DataOf<N, E>>) => {
      // Without `take`, the event's data are shown as they are.
      const taken = taking.current ? taking.current(event) : (event as LiveEvent<Data>);
      if (taken) setEvents((kept) => withEvent(kept, taken));
    };
    return connection?.listen(namespace, entity, keep);
  }, [connection, namespace, entity]);

  const fresh = isFresh(namespace);
  const polled = usePoll(poll, connection !== null && !connection.isUp(namespace));
  const base = polled && polled.atMs > loaded.atMs ? polled : loaded;
  const confirmedAtMs = useConfirmedAt(base.atMs, fresh);
  const rows = useMemo(() => newestRows(base, events), [base, events]);
  return { rows, ageSeconds: useAge({ fresh, confirmedAtMs, everySeconds: poll?.everySeconds ?? Infinity }) };
}

/** The browser's own time at which the shown rows were last confirmed; ages need no common clock. */
function useConfirmedAt(loadedAtMs: number, fresh: boolean): number {
  const confirmed = useRef(0);
  useEffect(() => {
    confirmed.current = Date.now();
  }, [loadedAtMs, fresh]);
  return confirmed.current;
}

function useAge(of: { fresh: boolean; confirmedAtMs: number; everySeconds: number }): number | null {
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (of.fresh) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [of.fresh]);
  return nowMs === 0 || of.confirmedAtMs === 0 ? null : staleAgeSeconds(of, nowMs);
}
