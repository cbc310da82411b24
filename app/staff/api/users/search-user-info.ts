// POST /dashboard/search-user-info: users by part of their name or email, for staff.
import { z } from "zod";
import { searchUserInfo } from "~/staff/inside/users/search-user-info.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Search = z.object({
  name: z
    .union([z.boolean(), z.int(), z.string()])
    .default(0)
    .transform((flag) => ["true", "1", "on"].includes(String(flag)))
    .meta({ description: "1, true or on: look in names; else in emails", examples: [0] }),
  email: z
    .string()
    .default("")
    .meta({
      description: "Text to search for, cut to 100 characters; empty finds nobody",
      examples: ["user1042"],
    }),
});

const UserInfo = z.object({
  name: z.string(),
  email: z.string(),
  updated_at: z.string().meta({ description: "Last login or change", examples: ["2024-01-31T11:20:00Z"] }),
});

export const { loader, action } = apiRoute("users/search-user-info", {
  POST: operation({
    purpose: "At most 50 users by part of their name or email, newest first",
    credentials: ["S"],
    right: "customers.see",
    limit: "search",
    input: Search,
    example: { input: { name: 0, email: "user1042" } },
    answer: z.object({ data: z.array(UserInfo) }),
    run: async ({ input: { name: byName, email: text }, now }) => ({
      data: await searchUserInfo({ text, byName, now }),
    }),
  }),
});
