import { type ReactNode, useId } from "react";
import { classes } from "./classes";

interface PanelProps {
  title?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** False when the content, such as a table, reaches the panel's edges. */
  padded?: boolean;
  /** Folded behind a line on a phone: for what most readers of the screen do not come for. */
  folds?: boolean;
  className?: string;
  id?: string;
  children: ReactNode;
}

/** Part of a screen with its own heading above it. Tables have a frame; text and fields stand on the page itself. */
export function Panel({ title, lead, actions, padded = true, folds = false, className, id, children }: PanelProps) {
  const headingId = useId();
  const framed = !(padded && title);
  return (
    <section id={id} aria-labelledby={title ? headingId : undefined} className={classes("min-w-0", className)}>
      {title ? (
        <header
          className={classes(
            "flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-1.5 pb-2",
            !framed && "border-b",
          )}
        >
          <div className={classes("min-w-0 grow", lead ? "basis-60" : "basis-40")}>
            <h2 id={headingId} className="text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">
              {title}
            </h2>
            {lead ? <p className="text-sm text-pretty text-muted">{lead}</p> : null}
          </div>
          {actions ? <div className="panel-actions">{actions}</div> : null}
        </header>
      ) : null}
      {folds ? (
        <details className="more-rows panel-fold">
          <summary aria-describedby={headingId}>
            <span>Show</span>
            <span>Hide</span>
          </summary>
        </details>
      ) : null}
      <div
        className={classes(
          framed && "rounded-panel border bg-surface shadow-panel",
          padded && (framed ? "px-4 py-4 sm:px-5" : "pt-4"),
        )}
      >
        {children}
      </div>
    </section>
  );
}
