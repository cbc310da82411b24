import { useEffect } from "react";
import { useConnection } from "~/platform/live/live";
import { useRefetch } from "~/platform/live/use-refetch";

/** Reads the screen again when a notification leads to it, such as that a copy is ready. Volumes have no event of their own. */
export function useFreshVolumes(): void {
  const { connection } = useConnection();
  const refetch = useRefetch();
  useEffect(
    () =>
      connection?.listen("/customer", "notification", ({ data }) => {
        if (data?.url.startsWith("/volumes")) refetch();
      }),
    [connection, refetch],
  );
}
