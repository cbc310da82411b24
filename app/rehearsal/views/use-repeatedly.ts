import { useEffect } from "react";
import { useRefetch } from "~/platform/live/use-refetch";

const EVERY_MS = 1000;

/** Reads the screen again each second while something on it runs. */
export function useRepeatedly(runs: boolean): void {
  const refetch = useRefetch();
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(refetch, EVERY_MS);
    return () => clearInterval(timer);
  }, [runs, refetch]);
}
