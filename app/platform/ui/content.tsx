import type { ReactNode } from "react";
import { classes } from "./classes";

/** The screen's `main`, centred; narrow for screens that are one form. */
export function Content({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classes("mx-auto w-full px-4 py-8 outline-none sm:px-6", narrow ? "max-w-3xl" : "max-w-6xl")}
    >
      {children}
    </main>
  );
}
