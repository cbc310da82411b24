// GET /dashboard/users-usage-stats: usage of the users with most coins in thirty days, by group, for staff.
import { z } from "zod";
import { groupBy } from "~/platform/group-by";
import { meteringOf } from "~/usage/inside/figures/metering";
import { daysBack } from "~/platform/day-range";
import { METERING_DAYS } from "~/usage/inside/figures/read-metering.server";
import { readUsersUsage, type UserUsage } from "~/usage/inside/figures/read-users-usage.server";
import { LARGEST, LARGEST_MAX } from "~/usage/inside/figures/largest";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { limitOf } from "~/platform/http/schemas/paging";
import { MeteringSchema } from "~/platform/http/schemas/usage.server";

export const { loader, action } = apiRoute("usage/users-usage-stats", {
  GET: operation({
    purpose: "Usage of the users with the most coins in the last 30 days, by workspace, PRO and FREE",
    credentials: ["S"],
    right: "usage.see",
    input: z.object({
      limit: limitOf(LARGEST_MAX, LARGEST).meta({
        description: "At most this many users; the rest are one row, `others`",
        examples: [LARGEST],
      }),
    }),
    answer: z.object({
      groups: z.record(z.string(), z.record(z.string(), MeteringSchema)).meta({
        description: "By group and user: workspaces by name, PRO, FREE; `others` for the rest, omitted when empty",
      }),
    }),
    run: async ({ input: { limit }, now }) => ({
      groups: groupsOf(await readUsersUsage({ days: daysBack(METERING_DAYS, now), now, limit })),
    }),
  }),
});

/** PRO and FREE are always present. Closed accounts of a tenant share its name, so they are merged. */
function groupsOf(users: readonly UserUsage[]): Record<string, object> {
  const groups = new Map<string, UserUsage[]>([["PRO", []], ["FREE", []], ...groupBy(users, ({ group }) => group)]);
  const ofGroup = (rows: UserUsage[]) =>
    [...groupBy(rows, ({ user }) => user)].map(([user, same]) => [user, meteringOf(same.flatMap(({ sums }) => sums))]);
  return Object.fromEntries([...groups].map(([group, rows]) => [group, Object.fromEntries(ofGroup(rows)) as object]));
}
