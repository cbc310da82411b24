import { useEffect, useRef, useState } from "react";

/**
 * The server's present second as well as this page can know it: that of the newest reading, and while `ticking` those that
 * passed since. It never goes back; of several readings the one counts that was on its way for the shortest time.
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
