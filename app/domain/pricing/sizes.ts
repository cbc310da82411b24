/** GPUs a task may ask for; above 8 it is a gang of whole nodes (S4). */
export const GPU_CHOICES = [1, 2, 4, 8, 16, 32, 64] as const;
export const GPUS_PER_NODE = 8;

export const NETWORKS = ["ethernet", "infiniband"] as const;
export type Network = (typeof NETWORKS)[number];
/** Preselected in the reservation form. */
export const NETWORK_DEFAULT_RENT: Network = "ethernet";
/** Preselected on the pricing page and in the configurator. */
export const NETWORK_DEFAULT_PRICING: Network = "infiniband";
