// GET /v1/forecast: what the coming hours are likely to bring, for staff.
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { Refusal } from "~/platform/refusal";
import { ForecastAsked, ForecastJson } from "~/rehearsal/inside/forecast-json";
import { readForecast } from "~/rehearsal/inside/read-forecast.server";
import { seesMoneyOf } from "~/rehearsal/inside/read-rehearsals.server";
import { M } from "~/rehearsal/messages";

export const { loader, action } = apiRoute("rehearsals/forecast", {
  GET: operation({
    purpose: "The newest forecast: waiting tasks, free GPUs and revenue of the next 24 hours or 7 days, as bands",
    credentials: ["K", "S"],
    right: "fleet.see",
    ours: true,
    statuses: [404],
    refusals: ["forecastPast"],
    input: ForecastAsked,
    answer: ForecastJson,
    run: async ({ account, input: { cluster_name = null, gpu_type = null, hours }, now }) => {
      const asked = { clusterName: cluster_name, gpuType: gpu_type, hours, seesMoney: seesMoneyOf(account), now };
      const { forecast, missing } = await readForecast(asked);
      if (!forecast) throw new Refusal(missing ?? M.notFound, { status: 404 });
      return forecast;
    },
  }),
});
