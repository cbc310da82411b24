// GET /dashboard/marketing-get-promos: all promo codes, newest first, for staff.
import { z } from "zod";
import { listPromos } from "~/payments/inside/marketing/list-promos.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const Promo = z.object({
  name: z.string().meta({ description: "Name for the staff, 1 to 80 characters", examples: ["Welcome credit"] }),
  code: z.string(),
  created: z.int(),
  duration: z.string().meta({
    description: "How long the benefit lasts: once, '{n} days' of a trial, '{n} months' or forever of a discount",
    examples: ["once"],
  }),
  times_redeemed: z.int().meta({ description: "Accounts that have used it", examples: [57] }),
});

export const { loader, action } = apiRoute("marketing/promos", {
  GET: operation({
    purpose: "All promo codes, newest first",
    credentials: ["S"],
    right: "money.see",
    answer: z.object({ data: z.array(Promo) }),
    run: async () => ({
      data: (await listPromos()).map(({ name, code, created, duration, timesRedeemed }) => ({
        name,
        code,
        created,
        duration,
        times_redeemed: timesRedeemed,
      })),
    }),
  }),
});
