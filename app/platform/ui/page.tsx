import type { ReactNode } from "react";
import { Back, type BackTo } from "./back";

interface PageProps {
  title: ReactNode;
  /** The parent screen. */
  back?: BackTo;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Buttons next to the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** The content of one screen: a heading, its actions, then its parts with equal gaps. */
export function Page({ title, back, lead, actions, children }: PageProps) {
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-2 sm:gap-1">
        {back ? <Back {...back} /> : null}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <h1 className="min-w-0 grow text-2xl font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </div>
        {lead ? <div className="max-w-3xl text-pretty text-muted [overflow-wrap:anywhere]">{lead}</div> : null}
      </div>
      {children}
    </div>
  );
}
