/** The unit of the assistant's usage (B17): whole numbers, not money. */
export type Coins = bigint & { readonly __unit: "coins" };

export type Plan = "free" | "pro";

/** COINS_FREE, COINS_PRO: coins per month. */
export const MONTHLY_COINS: Record<Plan, Coins> = {
  free: 2_000_000n as Coins,
  pro: 20_000_000n as Coins,
};

export const PLAN_NAMES: Record<Plan, string> = { free: "FREE", pro: "PRO" };

export function asCoins(coins: bigint): Coins {
  return coins as Coins;
}

/** The month of a moment, `2024-01`, in UTC. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** Limits a grant to one per tenant, month and plan. */
export function grantKey(tenantId: number, month: string, plan: Plan): string {
  return `grant:${tenantId}:${month}:${plan}`;
}
