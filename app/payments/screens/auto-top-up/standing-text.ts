import type { AutoTopUpShown } from "~/payments/inside/auto-top-up/auto-top-up";
import type { Tone } from "~/platform/ui/tone";

/** Label and colour of automatic top-up's state. */
export function standingText(auto: AutoTopUpShown): { word: string; tone: Tone } {
  const { state, capped, dayLimited, declines } = auto;
  if (isPaused(auto)) return { word: "Paused", tone: "warn" };
  if (state === "watching" && dayLimited && !capped) return { word: "Daily limit reached", tone: "warn" };
  if (state === "watching" && capped) return { word: "Cap reached", tone: "warn" };
  // After a restore.
  if (state === "resting" && declines === 0) return { word: "Waiting", tone: "warn" };
  return WORDS[state];
}

const WORDS: Record<AutoTopUpShown["state"], { word: string; tone: Tone }> = {
  off: { word: "Off", tone: "neutral" },
  watching: { word: "On", tone: "ok" },
  charging: { word: "Charging now", tone: "accent" },
  asking: { word: "Waiting for your bank", tone: "warn" },
  resting: { word: "Declined, retrying", tone: "warn" },
  stopped: { word: "Switched itself off", tone: "danger" },
};

/** Checks whether automatic top-up is on: then the form changes or switches it off, else switches it on. */
export function isOn({ state }: AutoTopUpShown): boolean {
  return state !== "off" && state !== "stopped";
}

/** Checks whether automatic top-up is on but prevented; open top-ups continue. */
export function isPaused({ state, paused }: AutoTopUpShown): boolean {
  return paused !== null && (state === "watching" || state === "resting");
}
