import { useEffect } from "react";
import { useConnection } from "./live";
import { useRefetch } from "./use-refetch";

/** Reads the screen at that path again when a notification leads to it: what it shows has no event of its own. */
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
