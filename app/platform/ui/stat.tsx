import type { ReactNode } from "react";

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

/** `bare` inside a panel, which has the frame. */
export function StatRow({ bare = false, children }: { bare?: boolean; children: ReactNode }) {
  return <dl className={bare ? "stat-row stat-row-bare" : "stat-row"}>{children}</dl>;
}
