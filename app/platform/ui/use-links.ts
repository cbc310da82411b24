import { useNavigate } from "@remix-run/react";
import { useBeforePaint } from "./use-before-paint";

/**
 * Lets the router follow the links of every screen (`Link`), with one listener for all. What was handled already, or
 * asks for another tab or a download, is left to the browser, as is everything before the script is there.
 */
export function useLinks(): void {
  const navigate = useNavigate();
  // In the moment in which the script takes over, not after the next painting.
  useBeforePaint(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[data-discover], a[data-follow]") : null;
      if (!(link instanceof HTMLAnchorElement) || !isForRouter(event, link)) return;
      event.preventDefault();
      navigate(link.pathname + link.search + link.hash, {
        // As browsers do: the same address again is no new entry of the history.
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
