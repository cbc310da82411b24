// GET /dashboard/api-charts: calls of the last 100 minutes by model and user, for staff.
import { readApiCharts } from "~/usage/inside/figures/read-api-charts.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { ApiChartsAnswer } from "~/platform/http/schemas/api-charts.server";

export const { loader, action } = apiRoute("usage/api-charts", {
  GET: operation({
    purpose: "Calls, latency, batch size and GPUs of the last 100 minutes by model, and calls by user",
    credentials: ["S"],
    right: "usage.see",
    answer: ApiChartsAnswer,
    run: ({ now }) => readApiCharts({ range: 60, now }),
  }),
});
