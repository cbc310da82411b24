/** Below it, partly used nodes are filled first (S2). */
export const FRAGMENT_LIMIT_GPUS = 4;
/** A node where a task failed to start is avoided for so long (S14). */
export const NODE_AVOID_S = 300;
/** A task of 4 or more GPUs that has waited so long may hold nodes (S11). */
export const HOLD_AFTER_S = 600;

/** Why a queued task waits, as `GET /v1/scheduled` says it (3.2). */
export type WaitReason = "waiting_for_gpus" | "waiting_for_nodes" | "waiting_for_funds" | "waiting_for_volume" | "held";
