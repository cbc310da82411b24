// GET /dashboard/stats/weekly: distinct users of the last 7 days, for staff.
import { readActiveUsers } from "~/staff/read-active.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { ActiveCount } from "~/platform/http/schemas/active-count";

export const { loader, action } = apiRoute("statistics/weekly", {
  GET: operation({
    purpose: "Distinct users with a request or usage in the last 7 days",
    credentials: ["S"],
    right: "customers.see",
    answer: ActiveCount,
    run: async ({ now }) => ({ users: (await readActiveUsers({ now })).weekly }),
  }),
});
