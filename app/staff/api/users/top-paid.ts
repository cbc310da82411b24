// GET /users/top-paid: the tenants that spent most coins in 30 days, for staff.
import { z } from "zod";
import { listTopPaid, TOP_PAID, TOP_PAID_MAX } from "~/staff/inside/users/list-top-paid.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { limitOf } from "~/platform/http/schemas/paging";

const TopTenant = z.object({
  tenant_name: z.string(),
  balance: z.int().meta({ description: "Coins spent in 30 days, as of the last hour", examples: [12_345_678] }),
});

export const { loader, action } = apiRoute("users/top-paid", {
  GET: operation({
    purpose: "Tenants by coins spent in 30 days, highest first",
    credentials: ["S"],
    right: "money.see",
    input: z.object({
      limit: limitOf(TOP_PAID_MAX, TOP_PAID).meta({
        description: "The most tenants to return; values out of range are clamped",
        examples: [TOP_PAID],
      }),
    }),
    answer: z.array(TopTenant),
    run: async ({ input: { limit } }) =>
      (await listTopPaid({ limit })).map(({ tenantName, coins }) => ({
        tenant_name: tenantName,
        balance: Number(coins),
      })),
  }),
});
