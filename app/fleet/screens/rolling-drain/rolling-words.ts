import type { RollingBrief } from "~/fleet/inside/nodes/rolling/read-rolling.server";
import type { NodeTurn } from "~/fleet/inside/nodes/rolling/rolling";
import type { Tone } from "~/platform/ui/tone";

/** State of a rolling drain in a word or two. */
export function stateOf({ state, trouble }: Pick<RollingBrief, "state" | "trouble">): { text: string; tone: Tone } {
  if (state === "done") return { text: "done", tone: "ok" };
  if (state === "cancelled") return { text: "cancelled", tone: "neutral" };
  if (trouble?.stopped) return { text: "stands still", tone: "danger" };
  if (state === "paused") return { text: "paused", tone: "warn" };
  return trouble ? { text: "late", tone: "warn" } : { text: "under way", tone: "ok" };
}

export const TURN_WORDS: Record<NodeTurn, { text: string; tone: Tone }> = {
  draining: { text: "draining", tone: "warn" },
  out: { text: "out", tone: "neutral" },
  waiting: { text: "waits", tone: "neutral" },
  done: { text: "done", tone: "ok" },
  left: { text: "left the plan", tone: "neutral" },
};

/** Value of a stay without an end: a refused form gives empty values back as the first choice. */
export const UNTIL_NORM = "norm";

/** Lengths that a node may stay out, by their minutes. */
const LENGTHS = [
  { value: "30", label: "30 minutes" },
  { value: "60", label: "1 hour" },
  { value: "120", label: "2 hours" },
  { value: "240", label: "4 hours" },
  { value: "480", label: "8 hours" },
  { value: "1440", label: "1 day" },
  { value: "4320", label: "3 days" },
  { value: "10080", label: "7 days" },
  { value: "20160", label: "14 days" },
];
const NORM_LABEL = "Until staff set Norm";

/** Times that an empty node of a rolling drain may stay out, by their value in forms. */
export const STAYS = [
  { value: "0", label: "Until its commands have passed" },
  ...LENGTHS,
  { value: UNTIL_NORM, label: NORM_LABEL },
];

/** Times that a single node may stay out. */
export const NODE_STAYS = [{ value: "", label: NORM_LABEL }, ...LENGTHS];

export function stayValue(minutes: number | null): string {
  return minutes === null ? UNTIL_NORM : String(minutes);
}

export function stayText(minutes: number | null): string {
  const value = stayValue(minutes);
  const label = STAYS.find((stay) => stay.value === value)?.label ?? `${minutes} minutes`;
  return label.charAt(0).toLowerCase() + label.slice(1);
}
