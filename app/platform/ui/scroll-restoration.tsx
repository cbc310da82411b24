import { useLocation } from "@remix-run/react";
import { useDocument } from "./document-context";
import { useBeforePaint } from "./use-before-paint";

/** Session storage of how far each history entry was scrolled, by its key. */
export const STORED_POSITIONS = "positions";

/**
 * Scrolls a new screen to its top or hash, and a revisited one to its last position. Remix's component also scrolls
 * whenever a page's data are reloaded, to the position at the request: nobody could scroll a live page in peace
 * (remix-run/react-router#12157, fixed in version 7 only).
 */
export function ScrollRestoration() {
  const { nonce, earlyScript } = useDocument();
  useKeptPositions();
  useNewLocation();
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyScript }} />;
}

/** The router keeps positions while it goes from screen to screen; the session does while other pages are open. */
function useKeptPositions(): void {
  useBeforePaint(() => {
    const router = window.__remixRouter;
    const positions = storedPositions();
    const end = router.enableScrollRestoration(positions, () => window.scrollY);
    const leave = () => {
      const { location, navigation } = router.state;
      if (navigation.state === "idle") positions[location.key] = window.scrollY;
      try {
        sessionStorage.setItem(STORED_POSITIONS, JSON.stringify(positions));
      } catch {
        // Full or forbidden storage costs only the position.
      }
      window.history.scrollRestoration = "auto";
    };
    window.history.scrollRestoration = "manual";
    window.addEventListener("pagehide", leave);
    return () => {
      end();
      window.removeEventListener("pagehide", leave);
    };
  }, []);
}

function storedPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_POSITIONS) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** Key of the current location; outlives the document's elements, which an error page replaces. */
let placed: string | undefined;

function useNewLocation(): void {
  const { key, hash } = useLocation();
  useBeforePaint(() => {
    const isLoad = placed === undefined;
    if (placed === key) return;
    placed = key;
    const { restoreScrollPosition, preventScrollReset } = window.__remixRouter.state;
    if (isLoad || restoreScrollPosition === false) return;
    // Ids of ours need no decoding, and an address may hold a `%` that cannot be decoded.
    const target = hash === "" ? null : document.getElementById(hash.slice(1));
    if (restoreScrollPosition !== null) window.scrollTo(0, restoreScrollPosition);
    else if (target) target.scrollIntoView();
    else if (!preventScrollReset) window.scrollTo(0, 0);
  }, [key, hash]);
}
