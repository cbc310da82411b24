// GET /dashboard/stats: today's figures, for staff.
import { z } from "zod";
import { readStats } from "~/money/read-stats.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Stats = z.object({
  dollars: z.number(),
  tasks: z.int(),
  new_tasks: z.int(),
  finished_tasks: z.int(),
  new_clients: z.int(),
});

export const { loader, action } = apiRoute("statistics/stats", {
  GET: operation({
    purpose: "Figures since 00:00 UTC",
    credentials: ["S"],
    right: "money.see",
    answer: Stats,
    run: async ({ now }) => await readStats({ now }),
  }),
});
