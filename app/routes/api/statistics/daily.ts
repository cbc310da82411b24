// GET /dashboard/stats/daily: distinct users of the last day, for staff.
import { readActiveUsers } from "~/domain/users/read-active.server";
import { apiRoute, operation } from "~/http/api-route.server";
import { ActiveCount } from "~/http/schemas/active-count";

export const { loader, action } = apiRoute("statistics/daily", {
  GET: operation({
    purpose: "Distinct users with a request or usage in the last day",
    credentials: ["S"],
    role: "support",
    answer: ActiveCount,
    run: async ({ now }) => ({ users: (await readActiveUsers({ now })).daily }),
  }),
});
