import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useConnection } from "~/live/live";

/** Loads the screen again when a notification says that the subscription has changed: it has no event of its own. */
export function useFreshSubscription(): void {
  const { connection } = useConnection();
  const { revalidate } = useRevalidator();
  const refetch = useRef(revalidate);
  refetch.current = revalidate;
  useEffect(
    () =>
      connection?.listen("/customer", "notification", ({ data }) => {
        if (data !== null && (data as { url?: string }).url === "/subscription") refetch.current();
      }),
    [connection],
  );
}
