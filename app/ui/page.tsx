import type { ReactNode } from "react";

interface PageProps {
  title: ReactNode;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** The content of one screen: a heading, its actions, then its parts with equal gaps. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:items-end">
        <div className="min-w-0 grow basis-24">
          <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
          {lead ? <div className="mt-1 max-w-2xl text-muted">{lead}</div> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </div>
  );
}
