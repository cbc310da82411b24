// GET /dashboard/api-stats: calls and tokens of a day by hour, as counters, for staff.
import { z } from "zod";
import { type HourStats, readApiStats } from "~/usage/inside/figures/read-api-stats.server";
import { compactDay } from "~/usage/inside/figures/usage-day";
import { LARGEST, LARGEST_MAX } from "~/usage/inside/figures/largest";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { limitOf } from "~/platform/http/schemas/paging";

const Entry = z.object({
  ymd_hms: z.string().meta({ description: "Start of the hour, UTC", examples: ["20240131_130000"] }),
  json: z.string().meta({
    description:
      "JSON text of counters by name: stat_m_{model}_completed and _hit, stat_u_{user}_tokens and _calls. A model's or user's name may hold `_`: read it between the prefix and the last suffix. `others` holds the rest beyond the limit",
    examples: ['{"stat_m_code-7b_completed":117,"stat_m_code-7b_hit":120}'],
  }),
});
const Day = (description: string) => z.string().meta({ description, examples: ["20240131"] });

export const { loader, action } = apiRoute("usage/api-stats", {
  GET: operation({
    purpose: "Calls and tokens of a day by hour: one entry for each hour that has data",
    credentials: ["S"],
    right: "usage.see",
    input: z.object({
      date: z
        .string()
        .default("")
        .meta({ description: "Day, YYYYMMDD, UTC; today if omitted", examples: ["20240131"] }),
      limit: limitOf(LARGEST_MAX, LARGEST).meta({
        description: "At most this many models and users of each hour, those with the most calls",
      }),
    }),
    refusals: ["wrongDate"],
    answer: z.object({
      stats: z.array(Entry),
      date: Day("The day shown"),
      first_day: Day("The first day with data; today if there is none"),
    }),
    run: async ({ input: { date, limit }, now }) => {
      const { hours, day, firstDay } = await readApiStats({ date, limit, now });
      return { stats: hours.map(entryOf), date: compactDay(day), first_day: compactDay(firstDay) };
    },
  }),
});

function entryOf({ ts, models, users }: HourStats): z.output<typeof Entry> {
  const counters: Record<string, number> = {};
  for (const { name, hit, completed } of models) {
    counters[`stat_m_${name}_completed`] = completed;
    counters[`stat_m_${name}_hit`] = hit;
  }
  for (const { name, calls, tokens } of users) {
    counters[`stat_u_${name}_tokens`] = tokens;
    counters[`stat_u_${name}_calls`] = calls;
  }
  const [day = "", time = ""] = new Date(ts * 1000).toISOString().split("T");
  return { ymd_hms: `${compactDay(day)}_${time.slice(0, 8).replaceAll(":", "")}`, json: JSON.stringify(counters) };
}
