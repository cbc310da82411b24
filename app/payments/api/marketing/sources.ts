// GET /dashboard/get-marketing-sources: where customers come from, by plan, for staff.
import { z } from "zod";
import { ALL_SOURCES, SOURCE_LABELS } from "~/accounts/sign-up-sources";
import { areDays } from "~/platform/day-range";
import { readSources } from "~/payments/inside/marketing/read-sources.server";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const count = (of: string, example: number) =>
  z.int().meta({ description: `Registrations of ${of}`, examples: [example] });

const countsOf = (plan: string) =>
  z
    .object(Object.fromEntries(ALL_SOURCES.map((source, at) => [source, count(`source ${SOURCE_LABELS[source]}`, at)])))
    .meta({ description: `Users who are ${plan} now, by source, including sources with 0` });

const Day = z.string().default("");

const Other = z.object({
  id: z.int().meta({ description: "Place in this list, from 1", examples: [1] }),
  source_text: z.string().meta({
    description: "What the customer typed at registration, in lower case; 'Other' beyond the 200 most frequent",
    examples: ["podcast"],
  }),
  count: z.int().meta({ description: "Registrations", examples: [9] }),
});

export const { loader, action } = apiRoute("marketing/sources", {
  GET: operation({
    purpose: "Customer registrations by source and plan, for a range of days or all time",
    credentials: ["S"],
    right: "customers.see",
    input: z.object({
      start_date: Day.meta({ description: "First day, YYYY-MM-DD, UTC; only with end_date", examples: ["2024-01-01"] }),
      end_date: Day.meta({ description: "Last day, inclusive; only with start_date", examples: ["2024-01-31"] }),
    }),
    refusals: ["wrongPeriod"],
    answer: z.object({
      statistics: z.object({ PRO: countsOf("PRO"), FREE: countsOf("FREE") }),
      totals: z.object({ PRO: count("users who are PRO now", 78), FREE: count("all other users", 78) }),
      other_sources: z.array(Other),
      timestamp_data: z.object({
        first_ts: z.int().meta({ description: "First registration, epoch seconds UTC; 0 if none" }),
        last_ts: z.int().meta({ description: "Last registration, epoch seconds UTC; 0 if none" }),
      }),
    }),
    run: async ({ input: { start_date: start, end_date: end } }) => {
      if (start === "" && end === "") return await readSources({ days: null });
      if (!areDays({ start, end })) throw new Refusal(M.wrongPeriod);
      return await readSources({ days: { start, end } });
    },
  }),
});
