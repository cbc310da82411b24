import { useEffect } from "react";
import { useConnection } from "~/platform/live/live";
import { useRefetch } from "~/platform/live/use-refetch";

/** Reloads the screen when a notification says that the subscription changed: it has no event of its own. */
export function useFreshSubscription(): void {
  const { connection } = useConnection();
  const refetch = useRefetch();
  useEffect(
    () =>
      connection?.listen("/customer", "notification", ({ data }) => {
        if (data !== null && (data as { url?: string }).url === "/subscription") refetch();
      }),
    [connection, refetch],
  );
}
