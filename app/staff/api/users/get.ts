// GET /users/get/{name}: a user by tenant_name or email, for staff.
import { z } from "zod";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { findUser, USER } from "~/accounts/find-user.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

export const { loader, action } = apiRoute("users/get", {
  GET: operation({
    purpose: "A user by tenant_name, else by email",
    credentials: ["S"],
    right: "customers.see",
    answer: z.object({ user: USER.schema.strip() }),
    run: async ({ params: { name = "" } }) => {
      const found = (await findUser({ tenantName: name })) ?? (await findUser({ email: name }));
      if (!found) throw new Refusal(M.notFound, { status: 404 });
      return { user: USER.only(found) };
    },
  }),
});
