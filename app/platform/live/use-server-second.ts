import { useEffect, useRef, useState } from "react";

/**
 * Returns the server's present second as this page knows it: that of the newest reading, plus the seconds since, while
 * `ticking`. It never goes back. Of several readings, the one with the shortest round trip counts.
 */
export function useServerSecond(readTs: number, ticking: boolean): number {
  const [nowTs, setNowTs] = useState(0);
  const aheadMs = useRef(-Infinity);
  useEffect(() => {
    aheadMs.current = Math.max(aheadMs.current, readTs * 1000 - performance.now());
  }, [readTs]);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => setNowTs(Math.floor((performance.now() + aheadMs.current) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return Math.max(readTs, nowTs);
}
