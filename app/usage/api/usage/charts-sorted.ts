// GET /dashboard/charts-sorted: models and users by their calls of 30 days, for staff.
import { z } from "zod";
import { readChartsSorted } from "~/usage/inside/figures/read-charts-sorted.server";
import { LARGEST, LARGEST_MAX } from "~/usage/inside/figures/largest";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { limitOf } from "~/platform/http/schemas/paging";

const Sorted = (of: string, example: string) =>
  z.string().meta({
    description: `JSON text of [name, calls of the last 30 days] of each ${of}, most calls first; then others, the rest beyond the limit`,
    examples: [example],
  });

export const { loader, action } = apiRoute("usage/charts-sorted", {
  GET: operation({
    purpose: "Models and users by calls in the last 30 days",
    credentials: ["S"],
    right: "usage.see",
    input: z.object({
      limit: limitOf(LARGEST_MAX, LARGEST).meta({ description: "At most this many models and users" }),
    }),
    answer: z.object({
      models: Sorted("model", '[["code-7b",36100]]'),
      users: Sorted("user", '[["user1042@example.com",3400]]'),
    }),
    run: async ({ input: { limit }, now }) => {
      const { models, users } = await readChartsSorted({ limit, now });
      return { models: JSON.stringify(models), users: JSON.stringify(users) };
    },
  }),
});
