import { useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { useIdle } from "./use-idle";

/**
 * Loads the page's data again, at once or when what is on its way has arrived: cut off, a form's answer would take its
 * notice with it. What is asked for several times meanwhile is loaded once.
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
