import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

const FREE_EXTRA_REFRESH_MS = 10_000;

/** Reads free capacity once more 10 s after the load, as documented for this screen. */
export function useExtraRefresh(): void {
  const { revalidate } = useRevalidator();
  const refetch = useRef(revalidate);
  refetch.current = revalidate;
  useEffect(() => {
    const timer = setTimeout(() => refetch.current(), FREE_EXTRA_REFRESH_MS);
    return () => clearTimeout(timer);
  }, []);
}
