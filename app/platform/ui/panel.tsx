import { type ReactNode, useId } from "react";
import { classes } from "./classes";

interface PanelProps {
  title?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** False when the content, such as a table, reaches the panel's edges. */
  padded?: boolean;
  /** Folded behind a line on a phone, for a part that most users of the screen do not need. */
  folds?: boolean;
  className?: string;
  id?: string;
  children: ReactNode;
}

/** Part of a screen with its own heading above it. Tables have a frame; text and fields are on the page itself. */
export function Panel({ title, lead, actions, padded = true, folds = false, className, id, children }: PanelProps) {
  const headingId = useId();
  const framed = !(padded && title);
  return (
    <section
      id={id}
      aria-labelledby={title ? headingId : undefined}
      className={classes("panel", framed ? "panel-framed" : "panel-open", className)}
    >
      {title ? (
        <header>
          <div className={lead ? "basis-60" : "basis-40"}>
            <h2 id={headingId}>{title}</h2>
            {lead ? <p>{lead}</p> : null}
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
      <div className={padded && framed ? "px-4 py-4 sm:px-5" : undefined}>{children}</div>
    </section>
  );
}
