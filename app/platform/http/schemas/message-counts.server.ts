import { z } from "zod";
import { MESSAGES_MAX } from "~/usage/read-messages.server";
import { limitOf } from "./paging";

/** Number of today's messages of a user, and of users to list (3.8). */
export const MessageCount = z.object({
  email: z.string(),
  total_requests: z.int().meta({ description: "Events of kind chat and agent of the current UTC day", examples: [12] }),
});

export const MessagesQuery = z.object({
  limit: limitOf(MESSAGES_MAX, MESSAGES_MAX).meta({
    description: "Highest number of users to return",
    examples: [MESSAGES_MAX],
  }),
});
