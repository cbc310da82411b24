// GET /users/self: the caller's user.
import { z } from "zod";
import { readOwnUser } from "~/accounts/inside/read-own-user.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const OwnUser = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string(),
  tax: z.string(),
  role: z.string(),
  tenant_name: z.string(),
  member_role: z.string().meta({
    description: "The user's role in this tenant: owner, admin, member, billing or viewer",
    examples: ["owner"],
  }),
});

export const { loader, action } = apiRoute("account/self", {
  GET: operation({
    purpose: "The signed-in user",
    credentials: ["K", "I", "S"],
    need: "own.act",
    answer: OwnUser,
    run: ({ account }) => readOwnUser(account),
  }),
});
