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
    <div className="min-w-0 grow basis-38 bg-surface px-4 py-3.5 sm:px-5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-0.5 text-xl font-semibold tracking-tight break-words tabular-nums">{value}</dd>
      {note ? <dd className="text-sm text-muted">{note}</dd> : null}
    </div>
  );
}

export function StatRow({ children }: { children: ReactNode }) {
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-panel border bg-line shadow-panel">
      {children}
    </dl>
  );
}
