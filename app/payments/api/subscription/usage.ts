// POST /payments/usage: metered minutes of a tenant, for the upcoming invoice.
import { z } from "zod";
import { M } from "~/payments/messages";
import { Refusal } from "~/platform/refusal";
import { recordUsage } from "~/payments/inside/subscription/record-usage.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { wholeNumber } from "~/platform/http/schemas/whole-number.server";

const MOST_MINUTES = 100_000;
/** USAGE_PAST_DAYS, USAGE_AHEAD_MIN: how far from now usage may be. */
const PAST_S = 7 * 86_400;
const AHEAD_S = 5 * 60;

const tsNow = wholeNumber(M.unreadable, { from: 0, to: 100_000_000_000 }).optional();

export const { loader, action } = apiRoute("subscription/usage", {
  POST: operation({
    purpose: "Adds metered minutes of a tenant to its upcoming invoice, once per key",
    credentials: ["K", "V"],
    right: "money.act",
    input: z.object({
      tenant_name: z.string(M.noSuchTenant),
      minutes: wholeNumber(M.unreadable, { from: 1, to: MOST_MINUTES }).meta({
        description: "Minutes of work, 60 for 1 dollar",
        examples: [60],
      }),
      idempotency_key: z
        .string()
        .min(1)
        .max(64)
        .meta({
          description: "A tenant's usage with the same key is counted once",
          examples: ["w-2024-01-31-13"],
        }),
      ts: tsNow.meta({
        description: "Time of use, epoch seconds UTC, at most 7 days ago; now if omitted",
        examples: [1706707384],
      }),
    }),
    answer: z.object({ human_readable_message: z.string(), amount: z.int() }),
    refusals: ["subscriptionRequired", "noSuchTenant"],
    example: { answer: { human_readable_message: "Usage recorded." } },
    run: async ({ account, input: { tenant_name, minutes, idempotency_key, ts }, now }) => {
      const usedAt = ts === undefined ? now : new Date(ts * 1000);
      const agoS = (now.getTime() - usedAt.getTime()) / 1000;
      if (agoS > PAST_S || agoS < -AHEAD_S) throw new Refusal(M.unreadable);
      const { cents } = await recordUsage({
        tenantName: tenant_name,
        minutes,
        idempotencyKey: idempotency_key,
        usedAt,
        userId: account.userId,
        now,
      });
      return { human_readable_message: "Usage recorded.", amount: Number(cents) };
    },
  }),
});
