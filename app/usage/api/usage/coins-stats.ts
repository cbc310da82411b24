// GET /dashboard/coins-stats: coins granted and spent per day, for thirty days; for staff.
import { z } from "zod";
import { listCoinDays } from "~/usage/inside/figures/coin-days.server";
import { daysBack } from "~/platform/day-range";
import { METERING_DAYS } from "~/usage/inside/figures/read-metering.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Day = z.object({
  day: z.string().meta({ description: "YYYY-MM-DD, UTC", examples: ["2024-01-31"] }),
  income_day: z.int().meta({ description: "Coins that plans granted", examples: [22_000_000] }),
  spend_day: z.int().meta({ description: "Coins of events", examples: [5_230_000] }),
});

export const { loader, action } = apiRoute("usage/coins-stats", {
  GET: operation({
    purpose: "Coins granted and spent per day of the last 30 days, oldest first",
    credentials: ["S"],
    right: "usage.see",
    answer: z.object({ data: z.array(Day) }),
    run: async ({ now }) => ({
      data: (await listCoinDays({ days: daysBack(METERING_DAYS, now) })).map(({ day, income, spend }) => ({
        day,
        income_day: income,
        spend_day: spend,
      })),
    }),
  }),
});
