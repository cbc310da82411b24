// GET /dashboard/daily-pro-messages: messages of today by PRO user, for staff.
import { z } from "zod";
import { dayOf } from "~/domain/day-range";
import { MESSAGES_MAX, readMessages } from "~/domain/usage/read-messages.server";
import { apiRoute, operation } from "~/http/api-route.server";
import { limitOf } from "~/http/schemas/paging";

const Messages = z.object({
  email: z.string(),
  total_requests: z.int().meta({ description: "Events of kind chat and agent of the current UTC day", examples: [12] }),
});

export const { loader, action } = apiRoute("usage/daily-pro-messages", {
  GET: operation({
    purpose: "Messages of the current UTC day by PRO user, most first",
    credentials: ["S"],
    role: "support",
    input: z.object({
      limit: limitOf(MESSAGES_MAX, MESSAGES_MAX).meta({
        description: "At most so many users",
        examples: [MESSAGES_MAX],
      }),
    }),
    answer: z.object({ stats: z.array(Messages) }),
    run: async ({ input: { limit }, now }) => {
      const { users } = await readMessages({ day: dayOf(now), pro: true, limit });
      return {
        stats: users.map(({ email, requests }) => ({ email, total_requests: requests })),
      };
    },
  }),
});
