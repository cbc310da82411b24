import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { useIdle } from "./use-idle";

/**
 * Loads the page's data again, now or after the load in progress: interrupting it would lose a form's notice. Several
 * requests during a load lead to one refetch.
 */
export function useRefetch(): () => void {
  const { revalidate } = useRevalidator();
  const idle = useIdle();
  const now = useRef({ idle, revalidate });
  now.current = { idle, revalidate };
  const due = useRef(false);
  useEffect(() => {
    if (!idle || !due.current) return;
    due.current = false;
    now.current.revalidate();
  }, [idle]);
  return useCallback(() => {
    if (now.current.idle) now.current.revalidate();
    else due.current = true;
  }, []);
}
