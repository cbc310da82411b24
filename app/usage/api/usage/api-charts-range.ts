// GET /dashboard/api-charts/{range}: calls by model and user over minutes, hours, days or months, for staff.
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { chartRange } from "~/usage/inside/figures/chart-range";
import { readApiCharts } from "~/usage/inside/figures/read-api-charts.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { ApiChartsAnswer } from "~/platform/http/schemas/api-charts.server";

export const { loader, action } = apiRoute("usage/api-charts-range", {
  GET: operation({
    purpose:
      "The same over the last 100 minutes (60), 100 hours (3600), 60 days (86400) or 12 months (2592000); any other range: 404",
    credentials: ["S"],
    right: "usage.see",
    statuses: [404],
    answer: ApiChartsAnswer,
    run: async ({ params, now }) => {
      const range = chartRange(params["range"]);
      if (range === null) throw new Refusal(M.notFound, { status: 404 });
      return await readApiCharts({ range, now });
    },
  }),
});
