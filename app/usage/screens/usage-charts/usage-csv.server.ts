import { type Days, eachDay } from "~/platform/day-range";
import { listCoinDays } from "~/usage/inside/figures/coin-days.server";
import { listAgentDays, listDayUsers, listModelSums } from "~/usage/inside/sums/model-sums.server";
import { csvTable } from "~/platform/http/csv-instead.server";

/** Builds files of the charts' data, every model under its own name. */
export function usageCsv(days: Days) {
  return {
    coins: () =>
      csvTable(() => listCoinDays({ days }), {
        Day: (row) => row.day,
        Income: (row) => row.income,
        Spend: (row) => row.spend,
      }),
    agents: () =>
      csvTable(() => listAgents(days), {
        Day: (row) => row.day,
        Calls: (row) => row.calls,
        Users: (row) => row.users,
      }),
    models: () =>
      csvTable(() => listModelSums({ grain: "day", days }), {
        Day: (row) => row.day,
        Model: (row) => row.model,
        Calls: (row) => row.calls,
      }),
  };
}

async function listAgents(days: Days) {
  const [calls, users] = await Promise.all([listAgentDays({ days }), listDayUsers({ days, kind: "agent" })]);
  return eachDay(days).map((day) => ({
    day,
    calls: calls.find((row) => row.day === day)?.calls ?? 0,
    users: users.find((row) => row.day === day)?.users ?? 0,
  }));
}
