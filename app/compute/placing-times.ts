import type { EngineWaitReason } from "./engine-waits";

/** Below it, partly used nodes are filled first (S2). */
export const FRAGMENT_LIMIT_GPUS = 4;
/** Seconds for which a node is avoided after a task failed to start there (S14). */
export const NODE_AVOID_S = 300;
/** Seconds after which a waiting task of 4 or more GPUs may hold nodes (S11). */
export const HOLD_AFTER_S = 600;

/** Reason why a queued task waits, in `GET /v1/scheduled` (3.2). */
export type WaitReason =
  | "waiting_for_gpus"
  | "waiting_for_nodes"
  | "waiting_for_funds"
  | "waiting_for_volume"
  | "held"
  | EngineWaitReason;
