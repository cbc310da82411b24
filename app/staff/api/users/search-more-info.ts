// POST /dashboard/search-more-info: subscription and client reports of a user, for staff.
import { z } from "zod";
import { readMoreUserInfo } from "~/staff/inside/users/read-user-info.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Report = z.object({
  ts_reported: z.int(),
  enduser_client_version: z.string().meta({ description: "Version of the client", examples: ["ide-1.4.2"] }),
});
const OldReport = z.object({
  reported_ts: z.int().meta({ description: "Epoch seconds UTC", examples: [1_690_000_000] }),
  client_version: z.string().meta({ description: "Version of a client of the first protocol", examples: ["0.9.1"] }),
});
const Day = z.object({
  day: z.string().meta({ description: "Day in UTC", examples: ["2024-01-31"] }),
  calls: z.int().meta({ description: "Calls of models", examples: [120] }),
  tokens: z.int().meta({ description: "Tokens in and out", examples: [908_000] }),
  coins: z.int().meta({ description: "Coins spent", examples: [5_230_000] }),
});
const MoreInfo = z.object({
  info: z.object({ codify_subscription_status: z.string() }).meta({ description: "Subscription of the account" }),
  stats_current: z.array(Report).meta({ description: "The newest 10 reports of clients" }),
  stats: z.array(Day).meta({ description: "Days of the last 30 with usage, oldest first" }),
  stats_old: z.array(OldReport).meta({ description: "The newest 10 reports of clients of the first protocol" }),
});

export const { loader, action } = apiRoute("users/search-more-info", {
  POST: operation({
    purpose: "Subscription and client reports of the user with an email",
    credentials: ["S"],
    right: "customers.see",
    limit: "search",
    input: z.object({ email: z.string().default("") }),
    refusals: ["noUserWithEmail"],
    example: { input: { email: "user1042@example.com" } },
    answer: z.object({ data: MoreInfo }),
    run: async ({ input: { email }, now }) => ({ data: await readMoreUserInfo({ email, now }) }),
  }),
});
