import { GPU_CHOICES, NETWORK_DEFAULT_PRICING } from "~/domain/pricing/sizes";
import { CALC_PERIODS } from "~/domain/pricing/cost";

/** What the pricing screen calculates; its query has the same names. */
export interface Calculation {
  period: string;
  gpus: number;
  network: string;
}

/** The choice of a query; whatever is unknown becomes the default. */
export function calculationFrom(search: URLSearchParams): Calculation {
  const period = CALC_PERIODS.find((one) => one.period === search.get("period"));
  const gpus = GPU_CHOICES.find((choice) => String(choice) === search.get("gpus"));
  const network = search.get("network");
  return {
    period: period?.period ?? "hour",
    gpus: gpus ?? 1,
    network: network === "ethernet" ? network : NETWORK_DEFAULT_PRICING,
  };
}

/** The query of a choice with some of it changed. The configurator reads `gpu_min` and `network`. */
export function searchOf(calculation: Calculation, change: Partial<Calculation>): string {
  const { period, gpus, network } = { ...calculation, ...change };
  return new URLSearchParams({ period, gpus: String(gpus), gpu_min: String(gpus), network }).toString();
}
