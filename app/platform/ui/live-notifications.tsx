import { useEffect } from "react";
import { useNotify } from "./notices";
import { useConnection } from "../live/live";

/** Shows each live notification of the user once, however often it is delivered (5.1). */
export function Notifications() {
  const { connection } = useConnection();
  const notify = useNotify();
  useEffect(() => {
    const shown = new Set<string>();
    return connection?.listen("/customer", "notification", ({ key, data }) => {
      if (data === null || shown.has(key)) return;
      shown.add(key);
      const { retcode, human_readable_message, url } = data;
      notify({ retcode, message: human_readable_message, url });
    });
  }, [connection, notify]);
  return null;
}
