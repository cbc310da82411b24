// GET /dashboard/daily-models: calls, coins and tokens by model of the current UTC day, for staff.
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { ModelPeriod } from "~/platform/http/schemas/usage.server";
import { answerModelPeriod } from "./model-period.server";

export const { loader, action } = apiRoute("usage/daily-models", {
  GET: operation({
    purpose: "Calls, coins and tokens by model of the current UTC day",
    credentials: ["S"],
    right: "usage.see",
    answer: ModelPeriod,
    run: async ({ now }) => await answerModelPeriod({ period: "day", now }),
  }),
});
