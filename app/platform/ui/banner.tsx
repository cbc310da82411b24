import type { ReactNode } from "react";
import { classes } from "./classes";
import { type Tone, TONE_SOFT } from "./tone";

/** A lasting remark above its subject: low balance, an error of a list, a hint. */
export function Banner({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <div role="note" className={classes("rounded-control px-4 py-2.5 text-sm", TONE_SOFT[tone])}>
      {children}
    </div>
  );
}
