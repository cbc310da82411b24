// GET /dashboard/daily-chat-messages: messages of today by FREE user, for staff.
import { z } from "zod";
import { dayOf } from "~/platform/day-range";
import { CHAT_FREE_DAILY } from "~/usage/inside/figures/messages";
import { readMessages } from "~/usage/read-messages.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { MessageCount, MessagesQuery } from "~/platform/http/schemas/message-counts.server";

const Messages = MessageCount.extend({
  remaining_requests: z.int().meta({ description: "Messages left of 50 a day, at least 0", examples: [38] }),
});

export const { loader, action } = apiRoute("usage/daily-chat-messages", {
  GET: operation({
    purpose: "Messages of the current UTC day by FREE user, most first",
    credentials: ["S"],
    right: "usage.see",
    input: MessagesQuery,
    answer: z.object({ stats: z.array(Messages) }),
    run: async ({ input: { limit }, now }) => {
      const { users } = await readMessages({ day: dayOf(now), pro: false, limit });
      return {
        stats: users.map(({ email, requests }) => ({
          email,
          total_requests: requests,
          remaining_requests: Math.max(0, CHAT_FREE_DAILY - requests),
        })),
      };
    },
  }),
});
