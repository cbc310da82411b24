import { useEffect } from "react";
import { useConnection } from "./live";
import { useRefetch } from "./use-refetch";

/** Reloads the screen at that path when a notification leads to it: its data has no live event. */
export function useNotified(path: string): void {
  const { connection } = useConnection();
  const refetch = useRefetch();
  useEffect(
    () =>
      connection?.listen("/customer", "notification", ({ data }) => {
        if (data?.url === path) refetch();
      }),
    [connection, refetch, path],
  );
}
