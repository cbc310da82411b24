import type { ReactNode } from "react";
import { classes } from "./classes";
import { type Tone, TONE_TEXT } from "./tone";

/** A word with a coloured dot in front, such as the status of a task or a node. */
export function StatusDot({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={classes("inline-flex items-center gap-2 font-medium whitespace-nowrap", TONE_TEXT[tone])}
    >
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-current" />
      {children}
    </span>
  );
}
