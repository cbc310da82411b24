import { z } from "zod";
import { FORECAST_HOURS } from "../limits";

const value = (description: string, example: number) => z.int().meta({ description, examples: [example] });
/** The middle value of the plays, and the ends between which eight of ten lie. */
const Three = z.object({
  low: value("One of ten plays lies below it", 3),
  middle: value("Half of the plays lie below it", 5),
  high: value("One of ten plays lies above it", 9),
});
export type Three = z.output<typeof Three>;

const BAND = { low: 3, middle: 5, high: 9 };
const NO_MONEY = "null for staff who may not see it";

const ForecastHour = z.object({
  ts: z.int().meta({ description: "Its first second", examples: [1_706_486_400] }),
  waiting: Three.meta({ description: "Tasks that wait then", examples: [BAND] }),
  free_gpus: Three.meta({ description: "GPUs that are free then", examples: [BAND] }),
  cents: Three.nullable().meta({ description: `Revenue of the hour in cents; ${NO_MONEY}`, examples: [BAND] }),
});
export type ForecastHour = z.output<typeof ForecastHour>;

/** A row of capacity that a forecast has, or the whole fleet. */
const RowName = z.object({
  cluster_name: z
    .string()
    .nullable()
    .meta({ description: "Null: the whole fleet", examples: ["fra1"] }),
  gpu_type: z
    .string()
    .nullable()
    .meta({ description: "Null: the whole fleet", examples: ["a5000"] }),
});
export type RowName = z.output<typeof RowName>;

/** The answer of `GET /v1/forecast`. */
export const ForecastJson = RowName.extend({
  made_ts: z.int().meta({ description: "Its first second: when it was made", examples: [1_706_486_400] }),
  samples: z.int().meta({ description: "Plays of the coming days from which it is made", examples: [40] }),
  weeks: z.int().meta({ description: "Past weeks from which their tasks are drawn", examples: [8] }),
  cents: Three.nullable().meta({ description: `Revenue of all its hours in cents; ${NO_MONEY}`, examples: [BAND] }),
  hours: z.array(ForecastHour).meta({ description: "Its hours, the next one first" }),
  rows: z.array(RowName).meta({ description: "All rows of capacity that it has, the whole fleet first" }),
  judged: z.int().meta({ description: "Estimates of starts that were judged in the last 30 days", examples: [212] }),
  hit_share: z
    .number()
    .nullable()
    .meta({
      description: "Share of them whose tasks started within the band, 0 to 1; null without one",
      examples: [0.83],
    }),
});
export type ForecastJson = z.output<typeof ForecastJson>;

/** Row and hours that a reader asks for. */
export const ForecastAsked = z.object({
  cluster_name: z
    .string()
    .optional()
    .meta({ description: "Cluster of the row; omitted: the whole fleet", examples: ["fra1"] }),
  gpu_type: z
    .string()
    .optional()
    .meta({ description: "GPU type of the row", examples: ["a5000"] }),
  hours: z
    .literal(FORECAST_HOURS.map(String))
    .transform(Number)
    .default(FORECAST_HOURS[0])
    .meta({ description: "How far it looks: 24 or 168 hours", examples: [24] }),
});
