// GET /dashboard/daily-pro-messages: messages of today by PRO user, for staff.
import { z } from "zod";
import { dayOf } from "~/platform/day-range";
import { readMessages } from "~/usage/read-messages.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { MessageCount, MessagesQuery } from "~/platform/http/schemas/message-counts.server";

export const { loader, action } = apiRoute("usage/daily-pro-messages", {
  GET: operation({
    purpose: "Messages of the current UTC day by PRO user, most first",
    credentials: ["S"],
    right: "usage.see",
    input: MessagesQuery,
    answer: z.object({ stats: z.array(MessageCount) }),
    run: async ({ input: { limit }, now }) => {
      const { users } = await readMessages({ day: dayOf(now), pro: true, limit });
      return {
        stats: users.map(({ email, requests }) => ({ email, total_requests: requests })),
      };
    },
  }),
});
