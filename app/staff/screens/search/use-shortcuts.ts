import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Time within which a screen's letter may follow `g`. */
const LETTER_WITHIN_MS = 1500;
const OVERVIEW = "d";

interface Shortcuts {
  /** True if single keys work; Ctrl-K always does, since nobody types it by accident. */
  singleKeys: boolean;
  /** Path by letter. */
  screens: Record<string, string>;
  onSearch: () => void;
  onPalette: () => void;
  onHelp: () => void;
}

/** Handles the keys of staff screens. They do nothing while the user types; every action also works without them. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const navigate = useNavigate();
  const present = useRef(shortcuts);
  useEffect(() => {
    present.current = shortcuts;
  });
  useEffect(() => {
    let going = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      const { singleKeys, screens, onSearch, onPalette, onHelp } = present.current;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        return onPalette();
      }
      if (!singleKeys || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyped(event))
        return;
      const wasGoing = performance.now() - going < LETTER_WITHIN_MS;
      going = -Infinity;
      const to = event.key === OVERVIEW ? "/dashboard" : screens[event.key];
      if (wasGoing && to) {
        event.preventDefault();
        navigate(to);
      } else if (event.key === "g") going = performance.now();
      else if (event.key === "/" || event.key === "?") {
        event.preventDefault();
        if (event.key === "/") onSearch();
        else onHelp();
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [navigate]);
}

/** Checks whether the key goes to a field or an open dialog. */
function isTyped({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog[open]")) return true;
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"));
}
