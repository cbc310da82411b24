import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "./classes";

interface MenuProps {
  /** The content of the button, and its name where the content is only a picture. */
  button: ReactNode;
  buttonLabel?: string;
  buttonClass?: string;
  panelClass?: string;
  children: ReactNode;
}

/**
 * A menu that opens under its button: `<details>`, which the script closes on Escape, a click elsewhere and navigation.
 */
export function Menu({ button, buttonLabel, buttonClass, panelClass, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  const openedAt = useRef(key);
  // A menu that was opened before the script arrived stays open.
  useEffect(() => {
    if (openedAt.current !== key && details.current) details.current.open = false;
    openedAt.current = key;
  }, [key]);
  useEffect(() => closeElsewhere(details), []);
  return (
    <details ref={details} className="relative">
      <summary aria-label={buttonLabel} className={buttonClass}>
        {button}
      </summary>
      <div className={classes("menu-panel", panelClass ?? "right-0 w-56")}>{children}</div>
    </details>
  );
}

function closeElsewhere(details: { current: HTMLDetailsElement | null }): () => void {
  const onClick = (event: MouseEvent) => {
    const menu = details.current;
    if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  };
  const onKey = (event: KeyboardEvent) => {
    const menu = details.current;
    if (event.key !== "Escape" || !menu?.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey);
  return () => {
    document.removeEventListener("click", onClick);
    document.removeEventListener("keydown", onKey);
  };
}
