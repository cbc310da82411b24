import { useNavigate } from "@remix-run/react";
import { useBeforePaint } from "./use-before-paint";

/**
 * Lets the router follow the links of every screen (`Link`), with one listener. The browser keeps clicks that were
 * handled already, that open another tab or a download, and all before the script is ready.
 */
export function useLinks(): void {
  const navigate = useNavigate();
  // Runs when the script takes over, not after the next paint.
  useBeforePaint(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[data-discover], a[data-follow]") : null;
      if (!(link instanceof HTMLAnchorElement) || !isForRouter(event, link)) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash, {
        // As browsers do: the same address again adds no entry to the history.
        replace: link.href === window.location.href,
        preventScrollReset: link.dataset["keepScroll"] !== undefined,
      });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}

function isForRouter(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
  const isElsewhere = (link.target !== "" && link.target !== "_self") || link.hasAttribute("download");
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !isModified &&
    !isElsewhere &&
    link.origin === window.location.origin
  );
}
