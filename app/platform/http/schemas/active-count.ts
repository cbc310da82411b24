import { z } from "zod";

/** The answer of paths that count active users. */
export const ActiveCount = z.object({
  users: z.int().meta({ description: "Distinct users; days count in UTC, today included", examples: [318] }),
});
