import { useLocation } from "@remix-run/react";
import { useEffect } from "react";

/** Opens the topic after `#` in the URL; browsers do that only on page load. */
export function useHashOpen(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const answer = hash === "" ? null : document.getElementById(hash.slice(1));
    const topic = answer?.closest("details");
    if (!answer || !topic || topic.open) return;
    topic.open = true;
    answer.scrollIntoView();
  }, [hash, key]);
}
