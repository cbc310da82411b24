import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type ButtonLook, type ButtonSize, buttonClasses } from "./button";
import { classes } from "./classes";
import { PopupPanel } from "./popup-panel";

interface PopupProps {
  /** Text of the button that opens it. */
  button: ReactNode;
  /** Name of the button where its text alone does not say what it opens. */
  buttonLabel?: string;
  title: string;
  look?: ButtonLook;
  size?: ButtonSize;
  wide?: boolean;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button and what it opens. The server's HTML has a `<details>` drawn as a popup, which needs no script;
 * the script replaces it, in the same place and size, by a button and a native `<dialog>`.
 */
export function Popup({ button, buttonLabel, title, look, size, wide, children }: PopupProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [scripted, setScripted] = useState<"no" | "closed" | "open">("no");
  useEffect(() => setScripted(details.current?.open ? "open" : "closed"), []);
  useEffect(() => {
    if (scripted === "open") dialog.current?.showModal();
  }, [scripted]);

  // Whatever was sent from the dialog has been answered by a new page.
  const { key } = useLocation();
  useEffect(() => dialog.current?.close(), [key]);

  const close = () => dialog.current?.close();
  const content = typeof children === "function" ? children(close) : children;
  const panel = classes("popup-panel", wide && "popup-wide");
  if (scripted === "no") {
    return (
      <details ref={details} className="popup inline-block">
        <summary role="button" className={buttonClasses(look, size)} aria-label={buttonLabel}>
          {button}
        </summary>
        <div className={panel}>
          <PopupPanel title={title}>{content}</PopupPanel>
        </div>
      </details>
    );
  }
  return (
    <span className="inline-block">
      <button
        type="button"
        className={buttonClasses(look, size)}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {button}
      </button>
      <dialog ref={dialog} aria-label={title} className={classes(panel, "m-auto")} onClick={closeOnBackdrop}>
        <PopupPanel title={title} onClose={close}>
          {content}
        </PopupPanel>
      </dialog>
    </span>
  );
}

function closeOnBackdrop(event: React.MouseEvent<HTMLDialogElement>) {
  // Only a click beside the panel has the dialog itself as target and lies outside its box.
  if (event.target !== event.currentTarget) return;
  const box = event.currentTarget.getBoundingClientRect();
  const inside =
    event.clientX >= box.left &&
    event.clientX <= box.right &&
    event.clientY >= box.top &&
    event.clientY <= box.bottom;
  if (!inside) event.currentTarget.close();
}
