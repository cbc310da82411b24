import { useEffect } from "react";
import { useRefetch } from "~/platform/live/use-refetch";

const FREE_EXTRA_REFRESH_MS = 10_000;

/** Reads free capacity again 10 s after the load, as documented for this screen. */
export function useExtraRefresh(): void {
  const refetch = useRefetch();
  useEffect(() => {
    const timer = setTimeout(refetch, FREE_EXTRA_REFRESH_MS);
    return () => clearTimeout(timer);
  }, [refetch]);
}
