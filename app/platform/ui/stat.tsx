import type { ReactNode } from "react";
import { classes } from "./classes";

interface StatProps {
  label: string;
  value: ReactNode;
  /** One short line under the figure. */
  note?: ReactNode;
}

/** One figure with its name. Place several inside a `<StatRow>`. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {note ? <dd>{note}</dd> : null}
    </div>
  );
}

interface StatRowProps {
  /** Inside a panel, which has the frame. */
  bare?: boolean;
  /** The first figure is the one that the screen is about. */
  leads?: boolean;
  children: ReactNode;
}

export function StatRow({ bare = false, leads = false, children }: StatRowProps) {
  return <dl className={classes("stat-row", bare && "stat-row-bare", leads && "stat-row-leads")}>{children}</dl>;
}
