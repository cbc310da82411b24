import { z } from "zod";

const series = (description: string, example: (number | null)[]) =>
  z.array(z.number().nullable()).meta({ description, examples: [example] });
const counts = (description: string, example: number[]) => z.array(z.int()).meta({ description, examples: [example] });

/** The answer of `/dashboard/api-charts` (3.8). */
export const ApiChartsAnswer = z.object({
  points_ts: counts("Starts of the points, epoch seconds, oldest first", [1706698800, 1706702400]),
  models: z
    .record(
      z.string(),
      z.object({
        hit: counts("Calls received, point by point", [110, 120]),
        completed: counts("Calls answered", [110, 117]),
        latency_avg: series("Seconds; null if unknown", [0.8, 0.9]),
        latency_max: series("Seconds", [2.1, 3.4]),
        bs_avg: series("Batch size", [3.2, 3.5]),
        bs_max: series("Batch size", [8, 8]),
        gpus_avg: series("GPUs serving", [2, 2]),
        gpus_max: series("GPUs serving", [2, 2]),
        busy_avg: series("Share of the time that GPUs were busy, 0 to 1", [0.41, 0.47]),
        busy_max: series("Share, 0 to 1", [0.93, 1]),
      }),
    )
    .meta({ description: "By name, most calls first; after the 200 largest, `others` for the rest" }),
  users: z
    .record(z.string(), z.object({ calls: counts("Calls, point by point", [14, 20]) }))
    .meta({ description: "The 20 users with the most calls in the range, by email, and `others`" }),
});
