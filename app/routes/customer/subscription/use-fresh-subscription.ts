import { useEffect } from "react";
import { useConnection } from "~/live/live";
import { useRefetch } from "~/live/use-refetch";

/** Loads the screen again when a notification says that the subscription has changed: it has no event of its own. */
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
