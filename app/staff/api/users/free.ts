// GET /users/free: customers without PRO, newest first, for staff.
import { z } from "zod";
import { LISTED_USER } from "~/accounts/find-user.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { answerUserList, UserListQuery } from "~/platform/http/user-list.server";

export const { loader, action } = apiRoute("users/free", {
  GET: operation({
    purpose: "Customers without PRO, newest first",
    credentials: ["S"],
    right: "customers.see",
    input: UserListQuery,
    example: { input: { filter: "user1042", page: 1 } },
    answer: z.array(LISTED_USER.schema.strip()),
    run: ({ input, headers, now }) => answerUserList({ list: "free", input, headers, now }),
  }),
});
