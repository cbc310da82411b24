// GET /users/metering/{user}: usage of a user by day and model; staff may read anybody's, others only their own.
import { z } from "zod";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { hasRight } from "~/platform/staff-rights";
import { meteringOf } from "~/usage/inside/figures/metering";
import { daysBack } from "~/platform/day-range";
import {
  findMeteredUser,
  listMetering,
  METERING_DAYS,
  METERING_DAYS_MAX,
} from "~/usage/inside/figures/read-metering.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { limitOf } from "~/platform/http/schemas/paging";
import { MeteringSchema } from "~/platform/http/schemas/usage.server";

export const { loader, action } = apiRoute("usage/metering", {
  GET: operation({
    purpose: "A user's usage by day and model",
    credentials: ["I", "S"],
    need: "home",
    input: z.object({
      days: limitOf(METERING_DAYS_MAX, METERING_DAYS).meta({
        description: "Number of days including today; values out of range are clamped",
        examples: [METERING_DAYS],
      }),
    }),
    statuses: [404],
    answer: z.object({
      user: z
        .string()
        .meta({ description: "Email; tenant_name once the account is closed", examples: ["user1042@example.com"] }),
      metering: MeteringSchema,
    }),
    run: async ({ params: { user: name = "" }, input: { days }, account, session, now }) => {
      const found = await findMeteredUser(name);
      // An inference token belongs to its tenant, whichever user owns the tenant (A15).
      const any = session !== null && hasRight(account, "usage.see");
      if (!found || (!any && found.tenantId !== account.tenantId)) throw new Refusal(M.notFound, { status: 404 });
      const sums = await listMetering({ userId: found.userId, days: daysBack(days, now) });
      return { user: found.user, metering: meteringOf(sums) };
    },
  }),
});
