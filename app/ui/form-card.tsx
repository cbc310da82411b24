import type { ReactNode } from "react";

/** A screen that is one small form. */
export function FormCard({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-sm py-6 sm:py-12">
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {lead ? <p className="mt-1 text-sm text-muted">{lead}</p> : null}
      <div className="mt-5 rounded-panel border bg-surface p-5 shadow-panel">{children}</div>
    </div>
  );
}
