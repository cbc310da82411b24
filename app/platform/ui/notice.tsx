import { useEffect, useRef } from "react";
import { classes } from "./classes";
import { TextLink } from "./text-link";
import { useScripted } from "./use-scripted";
import type { NoticeText } from "./use-root-data";
import { Icon } from "./icon";

interface NoticeProps {
  notice: NoticeText;
  /**
   * True for an answer to a form: anything but success means that nothing was done. Otherwise it reports an
   * event.
   */
  answer: boolean;
  forMs: number;
  onEnd: () => void;
}

/** One notice: success for OK, danger for ERROR and FAILED (0.3). */
export function Notice({ notice, answer, forMs, onEnd }: NoticeProps) {
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    const timer = setTimeout(() => end.current(), forMs);
    return () => clearTimeout(timer);
  }, [forMs]);
  const good = notice.retcode === "OK";
  return (
    <div className="appear pointer-events-auto flex items-start gap-3 rounded-panel border bg-raised px-4 py-3 text-sm shadow-popup">
      <p className="min-w-0 flex-1 break-words">
        <span className={classes("mr-1.5 font-semibold empty:hidden", good ? "text-ok" : "text-danger")}>
          {good ? answer && "Done" : answer ? "Not done" : "Please note"}
        </span>
        {notice.message} {notice.url ? <TextLink to={notice.url}>Show</TextLink> : null}
      </p>
      {useScripted() ? (
        <button
          type="button"
          aria-label="Dismiss"
          onClick={onEnd}
          className="-m-1 grid size-6 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Icon name="x" className="size-4" />
        </button>
      ) : null}
    </div>
  );
}
