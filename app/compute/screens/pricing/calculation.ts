import type { FreeRow } from "~/compute/read-free.server";
import { GPU_CHOICES, NETWORK_DEFAULT_PRICING, networkAmong, NETWORKS } from "~/compute/gpu-sizes";
import { CALC_PERIODS } from "~/compute/gpu-cost";

/** Input of the pricing screen; its query has the same names. */
export interface Calculation {
  period: string;
  gpus: number;
  network: string;
  gpuType: string;
}

/** GPU type that is calculated by default (2.4). */
const GPU_TYPE_DEFAULT = "a5000";

/** Reads the choice of a query; an unknown value, and a network that the type has nowhere, becomes the default. */
export function calculationFrom(search: URLSearchParams, gpuTypes: string[], free: FreeRow[]): Calculation {
  const period = CALC_PERIODS.find((one) => one.period === search.get("period"));
  const gpus = GPU_CHOICES.find((choice) => String(choice) === search.get("gpus"));
  const gpuType = gpuTypes.find((type) => type === search.get("gpu_type")) ?? GPU_TYPE_DEFAULT;
  const network = NETWORKS.find((one) => one === search.get("network")) ?? NETWORK_DEFAULT_PRICING;
  return {
    period: period?.period ?? "hour",
    gpus: gpus ?? 1,
    network: networkAmong(networksOfType(gpuType, free), network),
    gpuType,
  };
}

/** The networks that clusters with nodes of a type have; of a type without nodes, all there are. */
export function networksOfType(gpuType: string, free: FreeRow[]): readonly string[] {
  const rows = free.filter((row) => row.gpu_type === gpuType);
  return rows.length === 0 ? NETWORKS : rows.flatMap(({ networks }) => networks);
}

/** The query of a choice with some of it changed. The configurator reads `gpu_min` and `network`. */
export function searchOf(calculation: Calculation, change: Partial<Calculation>): string {
  const { period, gpus, network, gpuType } = { ...calculation, ...change };
  return new URLSearchParams({
    period,
    gpus: String(gpus),
    gpu_min: String(gpus),
    network,
    gpu_type: gpuType,
  }).toString();
}
