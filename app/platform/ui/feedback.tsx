import { useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { buttonClasses } from "./button";
import { classes } from "./classes";
import type { FeedbackPanel } from "./feedback-panel";
import { Link } from "./link";
import { useRootData } from "./use-root-data";
import { useScripted } from "./use-scripted";
import { Icon } from "./icon";

/** Places the button in the footer, where it covers nothing; next to the content if the window is wide enough. */
const PLACE = classes(buttonClasses("secondary", "small"), "feedback-place");

/**
 * The feedback widget of every screen (2.1): a link to `/chat`, which the script turns into a form in place. The form's
 * own script is loaded when it is first opened.
 */
export function FeedbackWidget() {
  const root = useRootData();
  const { pathname } = useLocation();
  const scripted = useScripted();
  const [Panel, setPanel] = useState<typeof FeedbackPanel>();
  const button = useRef<HTMLButtonElement>(null);
  const page = `/chat?url=${encodeURIComponent(pathname)}`;
  if (pathname === "/chat") return null;
  // If the root's loader failed there is no page token, and the form could not be sent.
  if (!scripted || !root) {
    return (
      <Link to={page} className={PLACE}>
        <Icon name="message-square" className="size-4" />
        Feedback
      </Link>
    );
  }
  const open = async () => {
    try {
      const loaded = await import("./feedback-panel");
      setPanel(() => loaded.FeedbackPanel);
    } catch {
      // A newer build has replaced that of this page.
      window.location.assign(page);
    }
  };
  const close = () => {
    setPanel(undefined);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={Panel !== undefined}
        onClick={() => (Panel ? close() : void open())}
        className={PLACE}
      >
        <Icon name="message-square" className="size-4" />
        Feedback
      </button>
      {Panel ? <Panel pageToken={root.pageToken} email={root.viewer?.email ?? ""} onClose={close} /> : null}
    </>
  );
}
