/** Series of a model, each aligned with the points (3.8): counts of a point without data are 0, averages and maxima null. */
export interface ModelSeries {
  /** Calls received. */
  hit: number[];
  /** Calls answered. */
  completed: number[];
  /** Seconds. */
  latency_avg: (number | null)[];
  latency_max: (number | null)[];
  bs_avg: (number | null)[];
  bs_max: (number | null)[];
  gpus_avg: (number | null)[];
  gpus_max: (number | null)[];
  /** Shares from 0 to 1. */
  busy_avg: (number | null)[];
  busy_max: (number | null)[];
}

export const SERIES = Object.keys(emptySeries(0)) as readonly (keyof ModelSeries)[];

/** The charts of a range, as `/dashboard/api-charts/{range}` answers them. */
export interface ApiCharts {
  /** Starts of the points, epoch seconds, oldest first. */
  points_ts: number[];
  models: Record<string, ModelSeries>;
  users: Record<string, { calls: number[] }>;
}

/** Returns the series of a model without data. */
export function emptySeries(points: number): ModelSeries {
  const zeros = () => Array.from({ length: points }, () => 0);
  const nulls = () => Array.from({ length: points }, () => null);
  return {
    hit: zeros(),
    completed: zeros(),
    latency_avg: nulls(),
    latency_max: nulls(),
    bs_avg: nulls(),
    bs_max: nulls(),
    gpus_avg: nulls(),
    gpus_max: nulls(),
    busy_avg: nulls(),
    busy_max: nulls(),
  };
}
