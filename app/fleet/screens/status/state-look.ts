import type { StatusPart } from "~/fleet/inside/status/read-status.server";
import type { Tone } from "~/platform/ui/tone";

/** The label and colour of a state. */
export const STATE_LOOK: Record<StatusPart["state"], { word: string; tone: Tone }> = {
  well: { word: "Up", tone: "ok" },
  degraded: { word: "Degraded", tone: "warn" },
  down: { word: "Down", tone: "danger" },
  unknown: { word: "Not known", tone: "neutral" },
};
