import { useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type ButtonLook, type ButtonSize, buttonClasses } from "./button";
import { classes } from "./classes";
import { PopupPanel } from "./popup-panel";
import { useBeforePaint } from "./use-before-paint";

export interface PopupProps {
  /** Text of the button that opens it. */
  button: ReactNode;
  /** Accessible name of the button, if its text alone does not name what it opens. */
  buttonLabel?: string;
  title: string;
  look?: ButtonLook;
  size?: ButtonSize;
  wide?: boolean;
  /** Keeps the popup open after its form was refused, and opens it in a page without script. */
  stayOpen?: boolean;
  /**
   * Short form of the content in the server's page, for lists with a popup per row: the script builds the full content
   * when the popup opens.
   */
  plain?: ReactNode;
  /**
   * Loads the script of its content when it is opened. Until then the page keeps the server's HTML, which works as it
   * does without script. Not for a popup that starts open.
   */
  loading?: () => Promise<unknown>;
  /** Called when the script opens it. */
  onOpen?: () => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button and its popup. The server's HTML is a `<details>` styled as a popup, which needs no script. The script
 * replaces it, in the same place and size, by a button and a native `<dialog>`. A popup that is already open, or is
 * being pressed, stays until it is closed, so that no click or typed text is lost.
 */
export function Popup(props: PopupProps) {
  const { button, buttonLabel, title, look, size, wide, stayOpen, plain, loading, onOpen, children } = props;
  const details = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [scripted, setScripted] = useState(false);
  const [openings, setOpenings] = useState(0);
  const open = async () => {
    try {
      await loading?.();
      onOpen?.();
      setOpenings((count) => count + 1);
    } catch {
      // A newer build has replaced that of this page. While the server is down, the page stays.
      if ((await fetch("/healthz").catch(() => null))?.ok) window.location.reload();
    }
  };
  const ahead = () => void loading?.().catch(() => {});
  const close = () => {
    dialog.current?.close();
    if (details.current) details.current.open = false;
  };
  // The summary that had the focus is removed with the details.
  const trigger = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // Checks and replaces in one step: a click in between would open the element that is then removed.
  useBeforePaint(() => {
    const { current } = details;
    if (!current || current.open || current.matches(":active")) return;
    hadFocus.current = current.contains(document.activeElement);
    setScripted(true);
  }, []);
  useEffect(() => {
    if (hadFocus.current) trigger.current?.focus();
  }, [scripted]);
  const leaveDetails = ({ currentTarget }: React.SyntheticEvent<HTMLDetailsElement>) => {
    if (currentTarget.open) return;
    hadFocus.current = currentTarget.contains(document.activeElement);
    setScripted(true);
  };
  // Opens after the content is rendered, so that the focus finds its way into it.
  useEffect(() => {
    if (openings === 0 || !dialog.current) return;
    dialog.current.showModal();
    focusFirst(dialog.current);
  }, [openings]);

  // A new page has answered the popup's form.
  const { key } = useLocation();
  const openedAt = useRef(key);
  useEffect(() => {
    if (openedAt.current !== key && !stayOpen) close();
    openedAt.current = key;
  }, [key, stayOpen]);

  const content = () => (typeof children === "function" ? children(close) : children);
  const panel = classes("popup-panel", wide && "popup-wide");
  if (!scripted) {
    return (
      <details ref={details} open={stayOpen} className="popup inline-block" onToggle={leaveDetails}>
        <summary className={buttonClasses(look, size)} aria-label={buttonLabel}>
          {button}
        </summary>
        <div className={panel}>
          <PopupPanel title={title}>
            {loading ? <AsSent>{plain ?? content()}</AsSent> : (plain ?? content())}
          </PopupPanel>
        </div>
      </details>
    );
  }
  return (
    <span className="inline-block">
      <button
        ref={trigger}
        type="button"
        className={buttonClasses(look, size)}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        onClick={() => void open()}
        onPointerEnter={ahead}
        onFocus={ahead}
      >
        {button}
      </button>
      <dialog ref={dialog} aria-label={title} className={classes(panel, "m-auto")} onClick={closeOnBackdrop}>
        {(plain === undefined && !loading) || openings > 0 ? (
          <PopupPanel title={title} onClose={close}>
            {content()}
          </PopupPanel>
        ) : null}
      </dialog>
    </span>
  );
}

/** Shows the server's HTML, which the script leaves unchanged. */
function AsSent({ children }: { children: ReactNode }) {
  if (typeof document === "undefined") return <div>{children}</div>;
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}

/**
 * Focuses the element marked with `data-first-focus`. Otherwise it focuses the first field, since the user types next;
 * on a touch screen the keyboard would hide the form.
 */
function focusFirst(dialog: HTMLDialogElement) {
  const asked = dialog.querySelector<HTMLElement>("[data-first-focus]");
  if (asked) return asked.focus();
  if (!window.matchMedia("(pointer: fine)").matches) return;
  dialog.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")?.focus();
}

function closeOnBackdrop(event: React.MouseEvent<HTMLDialogElement>) {
  // Only a click outside the panel has the dialog as target and is outside its box.
  if (event.target !== event.currentTarget) return;
  const box = event.currentTarget.getBoundingClientRect();
  const inside =
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!inside) event.currentTarget.close();
}
