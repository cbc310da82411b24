import { db } from "~/platform/db.server";
import { redeemCode } from "~/payments/inside/marketing/redeem-code.server";
import { isRefusalOf } from "./refusals";

export interface PromoInWorld {
  code: string;
  kind?: "balance_credit" | "trial_days" | "percent_off";
  /** Cents, days or percent. */
  value?: number;
  duration?: string;
  max?: number | null;
  expiresAt?: Date | null;
  disabledAt?: Date | null;
  createdAt?: Date;
}

/** A promo code; by default $10.00 for everybody. */
export async function aCode(given: PromoInWorld): Promise<string> {
  const { code, kind = "balance_credit", value = 1000, max = null, createdAt = new Date() } = given;
  const duration = given.duration ?? (kind === "trial_days" ? `${value} days` : "once");
  await db.query(
    `insert into promo_code (code, name, kind, value, duration, max_redemptions, expires_at, disabled_at, created_at)
     values ($1, $1, $2, $3, $4, $5, $6, $7, $8)`,
    [code, kind, value, duration, max, given.expiresAt ?? null, given.disabledAt ?? null, createdAt],
  );
  return code;
}

/** 'OK', or the message of the refusal. */
export async function outcome(
  who: { userId: number; tenantId: number },
  code: string,
  now = new Date(),
): Promise<string> {
  return await redeemCode({ userId: who.userId, tenantId: who.tenantId, code, now }).then(
    () => "OK",
    isRefusalOf("code"),
  );
}

/** Cents of the tenant's balance account, and of their debt. */
export async function moneyOf(tenantId: number): Promise<{ balance: bigint; owed: bigint }> {
  const [row] = await db.query<{ balance: bigint; owed: bigint }>(
    `select coalesce(sum(balance) filter (where kind = 'customer'), 0)::bigint / 3600 as balance,
       coalesce(-sum(balance) filter (where kind = 'owed'), 0)::bigint / 3600 as owed
     from ledger_account where tenant_id = $1`,
    [tenantId],
  );
  if (!row) throw new Error("no accounts");
  return row;
}

export async function statusOf(userId: number): Promise<string> {
  const [row] = await db.query<{ status: string }>(
    `select codify_subscription_status as status from user_account where id = $1`,
    [userId],
  );
  return row?.status ?? "";
}
