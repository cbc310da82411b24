import { HOLD_FROM_GPUS, HOLD_AFTER_S } from "./placing-times";

/** Constants of the rules that decide who is placed. The scheduler uses `PLACING_RULES`; a rehearsal may change each. */
export interface PlacingRules {
  /** Elastic tasks get more GPUs than their minimum (S6). */
  grow: boolean;
  /** The order of the queue (S10): by the GPUs of tenants, or by acceptance alone. */
  order: "fair" | "arrival";
  /** Seconds after which a task may hold nodes, and its fewest GPUs (S11). */
  holdAfterS: number;
  holdFromGpus: number;
  /** Declared ends count when nodes are chosen (S16). */
  declaredEnds: boolean;
}

export const PLACING_RULES: PlacingRules = {
  grow: true,
  order: "fair",
  holdAfterS: HOLD_AFTER_S,
  holdFromGpus: HOLD_FROM_GPUS,
  declaredEnds: true,
};
