// GET /dashboard/usage/data: the three charts of coins, agents and models as data, for staff.
import { z } from "zod";
import { writeChart } from "~/usage/inside/figures/chart-script";
import { daysBack } from "~/platform/day-range";
import { METERING_DAYS } from "~/usage/inside/figures/read-metering.server";
import { readUsageCharts } from "~/usage/inside/figures/read-usage-charts.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const UsageChart = z.object({
  title: z.string().meta({ description: "Coins, Agents, Models", examples: ["Coins"] }),
  script: z.string().meta({
    description: "JSON text of a chart, {data, layout}: parse and check it as data, never run it as code",
    examples: ['{"data":[{"type":"bar","name":"spend","x":["2024-01-31"],"y":[5.23]}],"layout":{"height":400}}'],
  }),
});

export const { loader, action } = apiRoute("usage/usage-data", {
  GET: operation({
    purpose: "Charts of coins, agents and models over 30 days",
    credentials: ["S"],
    right: "usage.see",
    answer: z.object({ data: z.array(UsageChart) }),
    run: async ({ now }) => ({
      data: (await readUsageCharts({ days: daysBack(METERING_DAYS, now) })).map(({ title, chart }) => ({
        title,
        script: writeChart(chart),
      })),
    }),
  }),
});
