import type { Throttle } from "~/fleet/agent-telemetry";
import type { SlowReason } from "./nvidia-smi";

const WORDS: Record<SlowReason, Throttle> = {
  hw_thermal_slowdown: "thermal",
  sw_thermal_slowdown: "thermal",
  hw_power_brake_slowdown: "power",
  sw_power_cap: "power",
};

/** The word for the reasons of a GPU: heat before power, because it is the one that somebody can do something about. */
export function throttleOf(reasons: readonly SlowReason[]): Throttle {
  const words = reasons.map((reason) => WORDS[reason]);
  return words.includes("thermal") ? "thermal" : (words[0] ?? "none");
}
