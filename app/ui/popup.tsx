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
  /**
   * Short form of the content for the page as it comes, where many rows have a popup each: the whole content is made
   * only once the popup is opened by script.
   */
  plain?: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button and what it opens. The server's HTML has a `<details>` drawn as a popup, which needs no script;
 * the script replaces it, in the same place and size, by a button and a native `<dialog>`.
 */
export function Popup({ button, buttonLabel, title, look, size, wide, plain, children }: PopupProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [scripted, setScripted] = useState(false);
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((count) => count + 1);
  useEffect(() => {
    setScripted(true);
    if (details.current?.open) open();
  }, []);
  // Opened after its content is there, so that the focus finds its way into it.
  useEffect(() => {
    if (openings > 0) dialog.current?.showModal();
  }, [openings]);

  // Whatever was sent from the dialog has been answered by a new page.
  const { key } = useLocation();
  useEffect(() => dialog.current?.close(), [key]);

  const close = () => dialog.current?.close();
  const content = () => (typeof children === "function" ? children(close) : children);
  const panel = classes("popup-panel", wide && "popup-wide");
  if (!scripted) {
    return (
      <details ref={details} className="popup inline-block">
        <summary role="button" className={buttonClasses(look, size)} aria-label={buttonLabel}>
          {button}
        </summary>
        <div className={panel}>
          <PopupPanel title={title}>{plain ?? content()}</PopupPanel>
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
        onClick={open}
      >
        {button}
      </button>
      <dialog ref={dialog} aria-label={title} className={classes(panel, "m-auto")} onClick={closeOnBackdrop}>
        {plain === undefined || openings > 0 ? (
          <PopupPanel title={title} onClose={close}>
            {content()}
          </PopupPanel>
        ) : null}
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
