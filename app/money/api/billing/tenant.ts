// GET /billing/tenant: the caller's tenant as the billing screen needs it.
import { z } from "zod";
import { readTenantBilling } from "~/payments/read-tenant-billing.server";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { MoneyReadingFields } from "~/platform/http/schemas/money-reading";

const TenantBilling = z.looseObject({
  tenant_name: z.string(),
  company: z.string(),
  tax: z.string(),
  dollars_est: z.number(),
  dollars_pending: z.number(),
  ongoing_pph: z.int(),
  volume_month_cents: z.int(),
  seconds_left: z.int().nullable(),
  ends_ts: z.int().nullable(),
  low_balance: z.enum(["none", "24h", "1h", "zero"]),
  ...MoneyReadingFields,
  subscription_enabled: z.boolean(),
  topup_default: z.number(),
  topup_min: z.number(),
  topup_max: z.number(),
});

export const { loader, action } = apiRoute("billing/tenant", {
  GET: operation({
    purpose: "Your tenant's billing data",
    credentials: ["K", "S"],
    need: "money.see",
    answer: z.object({ tenant: TenantBilling }),
    run: async ({ account: { tenantId }, now }) => ({ tenant: await readTenantBilling({ tenantId, now }) }),
  }),
});
