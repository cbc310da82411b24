import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { readDraft } from "../reservation/draft";

/** Opens the form with the saved draft where the screen would be closed (2.4, 6.2). */
export function useSavedDraft(closed: boolean): void {
  const navigate = useNavigate();
  const asked = useRef(false);
  useEffect(() => {
    if (!closed || asked.current) return;
    asked.current = true;
    const draft = readDraft();
    if (draft) void navigate(`/rent?new=1&${draft.toString()}`, { replace: true, preventScrollReset: true });
  }, [closed, navigate]);
}
