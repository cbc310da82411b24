import type { ReactNode } from "react";

/** The main figure of a screen, with its meaning; above the screen's parts and without a frame. */
export function Lead({ figure, children }: { figure: ReactNode; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-muted">
      <strong className="text-4xl font-semibold tracking-tight wrap-anywhere text-ink tabular-nums">{figure}</strong>
      <span>{children}</span>
    </p>
  );
}
