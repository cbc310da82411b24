import { useEffect } from "react";
import { useRefetch } from "./use-refetch";

/** Loads the page's data again each time the interval has passed while `due`; without a script the next page shows them. */
export function useRefetchEvery(ms: number, due: boolean): void {
  const refetch = useRefetch();
  useEffect(() => {
    if (!due) return;
    const timer = setInterval(refetch, ms);
    return () => clearInterval(timer);
  }, [ms, due, refetch]);
}
