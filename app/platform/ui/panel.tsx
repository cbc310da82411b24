import { type ReactNode, useId } from "react";
import { classes } from "./classes";

interface PanelProps {
  title?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** False when the content, such as a table, reaches the panel's edges. */
  padded?: boolean;
  className?: string;
  id?: string;
  children: ReactNode;
}

/** A framed part of a screen with its own heading. */
export function Panel({ title, lead, actions, padded = true, className, id, children }: PanelProps) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={title ? headingId : undefined}
      className={classes("min-w-0 rounded-panel border bg-surface shadow-panel", className)}
    >
      {title ? (
        <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2.5 sm:px-5">
          <div className={classes("min-w-0 grow", lead ? "basis-60" : "basis-40")}>
            <h2 id={headingId} className="font-semibold [overflow-wrap:anywhere]">
              {title}
            </h2>
            {lead ? <p className="text-sm text-pretty text-muted">{lead}</p> : null}
          </div>
          {actions ? <div className="panel-actions">{actions}</div> : null}
        </header>
      ) : null}
      <div className={padded ? "px-4 py-4 sm:px-5" : undefined}>{children}</div>
    </section>
  );
}
