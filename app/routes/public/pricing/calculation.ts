import { GPU_CHOICES, NETWORK_DEFAULT_PRICING } from "~/domain/pricing/sizes";
import { CALC_PERIODS } from "~/domain/pricing/cost";

/** What the pricing screen calculates; its query has the same names. */
export interface Calculation {
  period: string;
  gpus: number;
  network: string;
  gpuType: string;
}

/** What is calculated unless another type is chosen (2.4). */
const GPU_TYPE_DEFAULT = "a5000";

/** The choice of a query; whatever is unknown becomes the default. */
export function calculationFrom(search: URLSearchParams, gpuTypes: string[]): Calculation {
  const period = CALC_PERIODS.find((one) => one.period === search.get("period"));
  const gpus = GPU_CHOICES.find((choice) => String(choice) === search.get("gpus"));
  const network = search.get("network");
  return {
    period: period?.period ?? "hour",
    gpus: gpus ?? 1,
    network: network === "ethernet" ? network : NETWORK_DEFAULT_PRICING,
    gpuType: gpuTypes.find((type) => type === search.get("gpu_type")) ?? GPU_TYPE_DEFAULT,
  };
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
