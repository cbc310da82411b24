// GET /dashboard/marketing-get-trial: the newest 500 trials, for staff.
import { z } from "zod";
import { listTrials } from "~/payments/inside/marketing/list-trials.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Trial = z.object({
  name: z.string(),
  email: z.string(),
  trial_start: z.int(),
  trial_end: z.int(),
});

export const { loader, action } = apiRoute("marketing/trials", {
  GET: operation({
    purpose: "Trials of PRO, newest first, at most 500",
    credentials: ["S"],
    right: "customers.see",
    answer: z.object({ data: z.array(Trial) }),
    run: async () => ({
      data: (await listTrials()).map(({ userId: _userId, ...trial }) => trial),
    }),
  }),
});
