import type { ReactNode } from "react";
import { type Tone, TONE_TEXT } from "./tone";

/** A word with a coloured dot in front, such as the status of a task or a node. */
export function StatusDot({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return <span className={`status-dot ${TONE_TEXT[tone]}`}>{children}</span>;
}
