import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useConnection } from "~/live/live";

/** Loads the screen again when a notification says that the subscription has changed: it has no event of its own. */
export function useFreshSubscription(): void {
  const { connection } = useConnection();
  const { revalidate } = useRevalidator();
  const { state } = useNavigation();
  const [stale, setStale] = useState(false);
  useEffect(
    () =>
      connection?.listen("/customer", "notification", ({ data }) => {
        if (data !== null && (data as { url?: string }).url === "/subscription") setStale(true);
      }),
    [connection],
  );
  // A page on its way is let arrive first: cut off, it would take the notice of the form with it.
  useEffect(() => {
    if (!stale || state !== "idle") return;
    setStale(false);
    revalidate();
  }, [stale, state]);
}
