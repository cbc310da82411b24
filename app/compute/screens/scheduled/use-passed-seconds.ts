import { useEffect, useState } from "react";

/** Seconds since the page was loaded, or its figures were read at a later `atMs`. */
export function usePassedSeconds(atMs: number): number {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const readMs = performance.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(Math.floor((performance.now() - readMs) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [atMs]);
  return passed;
}
