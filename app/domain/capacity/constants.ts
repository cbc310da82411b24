/** GPUs a task may ask for; above 8 it is a gang of whole nodes (S4). */
export const GPU_CHOICES = [1, 2, 4, 8, 16, 32, 64] as const;
export const GPUS_PER_NODE = 8;
/** Below it, partly used nodes are filled first (S2). */
export const FRAGMENT_LIMIT_GPUS = 4;

export const NETWORKS = ["ethernet", "infiniband"] as const;
export type Network = (typeof NETWORKS)[number];
/** Preselected in the reservation form. */
export const NETWORK_DEFAULT_RENT: Network = "ethernet";
/** Preselected on the pricing page and in the configurator. */
export const NETWORK_DEFAULT_PRICING: Network = "infiniband";

/** A node where a task failed to start is avoided for so long (S14). */
export const NODE_AVOID_S = 300;
/** A task of 4 or more GPUs that has waited so long may hold nodes (S11). */
export const HOLD_AFTER_S = 600;
export const MAX_UNFINISHED_TASKS = 50;

/** Why a queued task waits, as `GET /v1/scheduled` says it (3.2). */
export type WaitReason = "waiting_for_gpus" | "waiting_for_nodes" | "waiting_for_funds" | "held";
