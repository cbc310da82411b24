import { useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

const FREE_EXTRA_REFRESH_MS = 10_000;

/** Reads free capacity once more 10 s after the load, as documented for this screen. */
export function useExtraRefresh(): void {
  const { revalidate } = useRevalidator();
  const idle = useNavigation().state === "idle";
  const refetch = useRef(revalidate);
  refetch.current = revalidate;
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), FREE_EXTRA_REFRESH_MS);
    return () => clearTimeout(timer);
  }, []);
  // Never amid the answer of a form: the refresh would take the answer away.
  const done = useRef(false);
  useEffect(() => {
    if (!due || !idle || done.current) return;
    done.current = true;
    refetch.current();
  }, [due, idle]);
}
