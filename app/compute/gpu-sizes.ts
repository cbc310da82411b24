/** Numbers of GPUs that a task may request; above 8 it is a gang of whole nodes (S4). */
export const GPU_CHOICES = [1, 2, 4, 8, 16, 32, 64] as const;
export const GPUS_PER_NODE = 8;

/** Number of nodes that a number of GPUs needs: one, or several whole ones. */
export function nodesOf(gpus: number): number {
  return Math.max(1, Math.ceil(gpus / GPUS_PER_NODE));
}

/** Returns the largest size that nodes can hold when all their GPUs are free (S11); 0 if none. */
export function largestSize({ largestNodeGpus, eightGpuNodes }: { largestNodeGpus: number; eightGpuNodes: number }) {
  const holds = (gpus: number) => (gpus > GPUS_PER_NODE ? eightGpuNodes >= nodesOf(gpus) : largestNodeGpus >= gpus);
  return GPU_CHOICES.findLast(holds) ?? 0;
}

/** The networks between nodes, those first that every cluster has (A1). `needsPort`: a node needs an active InfiniBand port. */
export const NETWORK_ROWS = [
  { name: "ethernet", label: "Standard Ethernet", short: "Ethernet", needsPort: false },
  { name: "infiniband", label: "200 Gbit/s InfiniBand", short: "InfiniBand", needsPort: true },
] as const;
export type Network = (typeof NETWORK_ROWS)[number]["name"];
export const NETWORKS: readonly Network[] = NETWORK_ROWS.map(({ name }) => name);
export const NETWORKS_WITH_PORT: readonly Network[] = NETWORK_ROWS.flatMap((one) => (one.needsPort ? [one.name] : []));
/** Preselected in the reservation form, and the default of a request without one: each cluster has it. */
export const NETWORK_DEFAULT_RENT: Network = "ethernet";
/** Preselected on the pricing page and in the configurator, if it is there (decision 0220). */
export const NETWORK_DEFAULT_PRICING: Network = "infiniband";

/** The wanted network if the cluster has it, else the first of those that it has: ethernet, which each cluster has. */
export function networkAmong(networks: readonly string[], wanted: string): string {
  if (networks.includes(wanted)) return wanted;
  return NETWORKS.find((network) => networks.includes(network)) ?? wanted;
}
