// GET /users/list/{role}: users of a role, of PRO or FREE, or all, newest first, for staff.
import { z } from "zod";
import { M } from "~/staff/messages";
import { Refusal } from "~/platform/refusal";
import { USER_LISTS } from "~/staff/list-users.server";
import { LISTED_USER } from "~/accounts/find-user.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { answerUserList, UserListQuery } from "~/platform/http/user-list.server";

export const { loader, action } = apiRoute("users/list", {
  GET: operation({
    purpose: "Users by role or plan, or all, newest first",
    credentials: ["S"],
    right: "customers.see",
    input: UserListQuery,
    example: { input: { page: 1 } },
    answer: z.array(LISTED_USER.schema.strip()),
    run: async ({ params: { role }, input, headers, now }) => {
      const list = USER_LISTS.find((one) => one === role);
      if (!list) throw new Refusal(M.notFound, { status: 404 });
      return await answerUserList({ list, input, headers, now });
    },
  }),
});
