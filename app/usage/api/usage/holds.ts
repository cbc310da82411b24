// POST /v1/usage/holds: coins set aside before a call.
import { z } from "zod";
import { M } from "~/usage/messages";
import { Refusal } from "~/platform/refusal";
import { hasRight } from "~/platform/staff-rights";
import { createHold } from "~/usage/inside/budgets/create-hold.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";

const MOST = 1_000_000_000_000;
const MOST_TTL_S = 3_600;
const COINS = `coins must be a whole number from 1 to ${MOST}.`;
const TTL = `ttl_s must be a whole number from 1 to ${MOST_TTL_S}.`;

export const { loader, action } = apiRoute("usage/holds", {
  POST: operation({
    purpose: "Sets coins aside before a call; 402 if a hard limit does not cover them",
    credentials: ["K", "V", "I"],
    need: "home",
    scope: "account",
    ours: true,
    status: 201,
    keyLimit: "holds",
    body: { jsonOnly: true },
    input: z.object({
      user: z
        .string(M.noUserWithEmail)
        .meta({ description: "An email, or a tenant's name for its owner", examples: ["user1042@example.com"] }),
      coins: z.int(COINS).min(1, COINS).max(MOST, COINS),
      ttl_s: z.int(TTL).min(1, TTL).max(MOST_TTL_S, TTL).default(60),
    }),
    answer: z.object({
      hold: z.guid(),
      coins: z.int(),
      expires_at: z.string(),
      left: z.int().nullable(),
    }),
    refusals: ["noUserWithEmail"],
    statuses: [402],
    run: async ({ account, apiKey, input: { user, coins, ttl_s: ttlS }, now }) => {
      const isWorkspace = apiKey?.kind === "inference";
      if (!isWorkspace && !hasRight(account, "usage.act")) throw new Refusal(M.notAllowed, { status: 403 });
      const named = user.includes("@") ? user.toLowerCase() : user;
      const ofTenant = isWorkspace ? account.tenantId : null;
      const { expiresAt, ...given } = await createHold({ user: named, coins, ttlS, ofTenant, now });
      return { ...given, expires_at: expiresAt.toISOString().replace(/\.\d+Z$/, "Z") };
    },
  }),
});
