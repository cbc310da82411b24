import type { ReactNode } from "react";

/** Shown in place of a part that has no content, with what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children ? <div className="max-w-md text-muted">{children}</div> : null}
    </div>
  );
}
