// GET /dashboard/monthly-models: calls, coins and tokens by model of the current UTC month to date, for staff.
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { ModelPeriod } from "~/platform/http/schemas/usage.server";
import { answerModelPeriod } from "./model-period.server";

export const { loader, action } = apiRoute("usage/monthly-models", {
  GET: operation({
    purpose: "Calls, coins and tokens by model of the current UTC month to date",
    credentials: ["S"],
    right: "usage.see",
    answer: ModelPeriod,
    run: async ({ now }) => await answerModelPeriod({ period: "month", now }),
  }),
});
