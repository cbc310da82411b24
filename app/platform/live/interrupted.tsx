import { useEffect, useState } from "react";
import { useConnection } from "./live";
import { FALLBACK_AFTER_MS } from "./use-poll";

const LOOK_EVERY_MS = 1000;

/**
 * Shows that figures are polled, from 5 s after their socket went down until it is back (5.1). It covers the lower edge
 * of the window, so that nothing moves.
 */
export function Interrupted() {
  const { connection, changes } = useConnection();
  const [interrupted, setInterrupted] = useState(false);
  useEffect(() => {
    const look = () => setInterrupted(connection?.isInterrupted(FALLBACK_AFTER_MS) ?? false);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [connection, changes]);
  return interrupted ? (
    <p
      role="status"
      className="appear pointer-events-none fixed inset-x-4 bottom-4 z-20 mx-auto w-fit max-w-lg rounded-panel border bg-raised px-4 py-1.5 text-center text-sm text-muted shadow-popup print:hidden"
    >
      Live updates are interrupted; figures refresh every few seconds
    </p>
  ) : null;
}
