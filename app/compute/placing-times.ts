import type { EngineWaitReason } from "./engine-waits";

/** Seconds for which a node is avoided after a task failed to start there (S14). */
export const NODE_AVOID_S = 300;
/** The fewest GPUs of a task that may hold nodes, and the seconds that it has waited by then (S11). */
export const HOLD_FROM_GPUS = 4;
export const HOLD_AFTER_S = 600;
/** Seconds after which a tenant's own task is no longer waited for by a hold of that tenant (S11). */
export const OWN_TASK_S = 86_400;
/** Seconds for which a hold of more than few nodes may wait, however short its task has waited (S11). */
export const MANY_WAIT_S = 3600;

/** Reason why a queued task waits, in `GET /v1/scheduled` (3.2). */
export type WaitReason =
  | "waiting_for_gpus"
  | "waiting_for_nodes"
  | "waiting_for_funds"
  | "waiting_for_volume"
  | "held"
  | EngineWaitReason;
