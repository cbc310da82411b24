import { useRevalidator } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { type Connection, openConnection } from "./connection";
import type { Namespace } from "./events";
import { useIdle } from "./use-idle";

interface Live {
  /** Null on the server and until the script runs. */
  connection: Connection | null;
  /** Number of times that a namespace came up or went down. */
  changes: number;
  /** True while the namespace's socket is connected and the loader was refetched since (5.1). */
  isFresh: (namespace: Namespace) => boolean;
}

const LiveContext = createContext<Live>({ connection: null, changes: 0, isFresh: () => false });

export const useConnection = () => useContext(LiveContext);

interface LiveProviderProps {
  origin: string | undefined;
  /** The logged-in user. A login or logout opens a new connection, whose handshake carries the new session. */
  account: string | undefined;
  children: ReactNode;
}

/** Opens the page's connection and refetches the loaders whenever something may have been missed. */
export function LiveProvider({ origin, account, children }: LiveProviderProps) {
  const { revalidate, state } = useRevalidator();
  const idle = useIdle();
  const refetch = useRef(revalidate);
  refetch.current = revalidate;
  const [connection, setConnection] = useState<Connection | null>(null);
  const [changes, setChanges] = useState(0);
  const [wanted, setWanted] = useState(0);
  const [done, setDone] = useState(0);
  const resyncing = wanted !== done;

  useEffect(() => {
    if (origin === undefined) return;
    const opened = openConnection(origin, {
      onChange: () => setChanges((count) => count + 1),
      onResync: () => setWanted((count) => count + 1),
    });
    setConnection(opened);
    return () => opened.close();
  }, [origin, account]);

  // A request during a refetch gets its own refetch afterwards: the running one may have read too early.
  const asked = useRef(0);
  const was = useRef(state);
  useEffect(() => {
    if (was.current === "loading" && state === "idle") setDone(asked.current);
    was.current = state;
    // Loads in progress come first: a refetch would discard the answer of a form.
    if (!idle || state !== "idle" || wanted === asked.current) return;
    asked.current = wanted;
    refetch.current();
  }, [wanted, state, idle]);

  // Marks the page as live; tests wait for this mark.
  useEffect(() => {
    document.documentElement.toggleAttribute("data-live", !resyncing && (connection?.isWhole() ?? false));
  }, [connection, changes, resyncing]);

  const live = useMemo(
    () => ({
      connection,
      changes,
      isFresh: (namespace: Namespace) => !resyncing && isUp(connection, namespace),
    }),
    [connection, changes, resyncing],
  );
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}

function isUp(connection: Connection | null, namespace: Namespace): boolean {
  return connection?.isUp(namespace) ?? false;
}
