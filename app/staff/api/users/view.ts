// POST /users/view: the address of a tenant's screen, for staff.
import { z } from "zod";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { findUser } from "~/accounts/find-user.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const TenantField = z.object({ tenant: z.string({ error: () => M.noSuchTenant }) });

export const { loader, action } = apiRoute("users/view", {
  POST: operation({
    purpose: "The address of a tenant's screen",
    credentials: ["S"],
    right: "customers.see",
    input: TenantField,
    refusals: ["noSuchTenant"],
    example: { input: { tenant: "tenant-7k2q" }, answer: { url: "/users/stats/tenant-7k2q" } },
    answer: z.object({ url: z.string() }),
    run: async ({ input }) => {
      const user = await findUser({ tenantName: input.tenant });
      if (!user) throw new Refusal(M.noSuchTenant);
      return { url: `/users/stats/${user.tenant_name}` };
    },
  }),
});
