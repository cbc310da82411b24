import { STORED_POSITIONS } from "~/platform/ui/scroll-restoration";

/**
 * Runs before the first paint of a page that is loaded again. Gives the history entry a key, which the router reads.
 */
export const SCROLL_SCRIPT = `{
  if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
  try {
    const y = JSON.parse(sessionStorage.getItem("${STORED_POSITIONS}") ?? "{}")[history.state.key];
    if (typeof y === "number") scrollTo(0, y);
  } catch {}
}`;
