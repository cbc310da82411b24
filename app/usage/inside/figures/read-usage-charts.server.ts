import { type Days, eachDay } from "~/platform/day-range";
import { type ChartScript } from "./chart-script";
import { listCoinDays } from "./coin-days.server";
import { listAgentDays, listDayUsers, listModelSums } from "~/usage/inside/sums/model-sums.server";
import { agentsChart, coinsChart, modelsChart } from "./usage-charts";

/** The three charts of A14. A model called 'Other' is drawn with the rest. */
export async function readUsageCharts({ days }: { days: Days }): Promise<{ title: string; chart: ChartScript }[]> {
  const [coins, calls, users, models] = await Promise.all([
    listCoinDays({ days }),
    listAgentDays({ days }),
    listDayUsers({ days, kind: "agent" }),
    listModelSums({ grain: "day", days }),
  ]);
  const each = eachDay(days);
  return [
    { title: "Coins", chart: coinsChart(coins) },
    { title: "Agents", chart: agentsChart(each, calls, users) },
    { title: "Models", chart: modelsChart(each, models) },
  ];
}
