import type { ReactNode } from "react";
import { classes } from "./classes";
import { type Tone, TONE_SOFT } from "./tone";

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex h-5.5 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap",
        TONE_SOFT[tone],
      )}
    >
      {children}
    </span>
  );
}
