import { useNavigate, useSearchParams } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { readDraft } from "../reservation/draft";

/** Opens the form with the saved draft if the URL chooses nothing itself (2.4, 6.2). */
export function useSavedDraft(): void {
  const [given] = useSearchParams();
  const bare = [...given.keys()].every((name) => name === "new");
  const navigate = useNavigate();
  const asked = useRef(false);
  useEffect(() => {
    if (!bare || asked.current) return;
    asked.current = true;
    const draft = readDraft();
    if (draft) void navigate(`/rent?new=1&${draft.toString()}`, { replace: true, preventScrollReset: true });
  }, [bare, navigate]);
}
