// GET /users/get_stats/{user_id}: reservations, billing and comments of a user, for staff.
import { z } from "zod";
import { M } from "~/domain/messages";
import { Refusal } from "~/domain/refusal";
import { findUser } from "~/domain/users/find-user.server";
import { readUserStats } from "~/domain/users/read-user-stats.server";
import { apiRoute, operation } from "~/http/api-route.server";

const rows = z.array(z.looseObject({}));

export const { loader, action } = apiRoute("/users/get_stats/:user_id", {
  GET: operation({
    purpose: "Newest reservations and billing events of a user, and all comments",
    credentials: ["S"],
    role: "support",
    answer: z.object({ reservations: rows, billing_events: rows, comments: rows }),
    run: async ({ params: { user_id: id = "" } }) => {
      const user = /^[1-9]\d{0,8}$/.test(id) ? await findUser({ id: Number(id) }) : null;
      if (!user) throw new Refusal(M.M04, { status: 404 });
      return await readUserStats({ userId: user.id });
    },
  }),
});
