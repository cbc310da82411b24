// GET /users/get/{name}: a user by tenant_name or email, for staff.
import { z } from "zod";
import { M } from "~/platform/messages";
import { Refusal } from "~/platform/refusal";
import { findUser } from "~/accounts/find-user.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const UserRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  provider: z.string(),
  codify_subscription_status: z.string(),
  created: z.int(),
  created_at: z.string(),
  tenant_name: z.string(),
  role: z.string(),
  state: z.string().meta({ description: "unverified, active, suspended or closed", examples: ["active"] }),
});

export const { loader, action } = apiRoute("users/get", {
  GET: operation({
    purpose: "A user by tenant_name, else by email",
    credentials: ["S"],
    role: "support",
    answer: z.object({ user: UserRow }),
    run: async ({ params: { name = "" } }) => {
      const found = (await findUser({ tenantName: name })) ?? (await findUser({ email: name }));
      if (!found) throw new Refusal(M.notFound, { status: 404 });
      const { tenantId: _id, suspended_reason: _reason, two_factor: _factor, ...user } = found;
      return { user };
    },
  }),
});
