import type { ReactNode } from "react";
import { Back, type BackTo } from "./back";
import { classes } from "./classes";

interface FormCardProps {
  title: string;
  /** The parent screen. */
  back?: BackTo;
  lead?: ReactNode;
  /** Leaves room for two fields side by side. */
  wide?: boolean;
  children: ReactNode;
}

/** A screen that is one small form. */
export function FormCard({ title, back, lead, wide = false, children }: FormCardProps) {
  return (
    <div className={classes("mx-auto w-full py-4 sm:py-8", wide ? "max-w-xl" : "max-w-sm")}>
      {back ? <Back {...back} /> : null}
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {lead ? <p className="mt-1 text-sm text-muted">{lead}</p> : null}
      <div className="mt-5 rounded-panel border bg-surface p-5 shadow-panel">{children}</div>
    </div>
  );
}
