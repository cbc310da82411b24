import { StatusDot } from "~/platform/ui/status-dot";
import type { Tone } from "~/platform/ui/tone";
import type { BriefJson, RehearsalState } from "~/rehearsal/inside/rehearsal-json";

const TONES: Record<RehearsalState, Tone> = {
  waiting: "neutral",
  running: "accent",
  done: "ok",
  failed: "danger",
  cancelled: "neutral",
};

/** State of a rehearsal, with its progress while it runs. */
export function StateDot({ state, progress }: Pick<BriefJson, "state" | "progress">) {
  return (
    <StatusDot tone={TONES[state]}>{state === "running" ? `running, ${Math.floor(progress * 100)}%` : state}</StatusDot>
  );
}
