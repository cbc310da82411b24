import type { ReactNode } from "react";

interface StatProps {
  label: string;
  value: ReactNode;
  /** One short line under the figure. */
  note?: ReactNode;
}

/** One figure with its name. Put several into a `<StatRow>`. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {note ? <dd>{note}</dd> : null}
    </div>
  );
}

export function StatRow({ children }: { children: ReactNode }) {
  return <dl className="stat-row">{children}</dl>;
}
