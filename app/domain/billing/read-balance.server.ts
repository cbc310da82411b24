import type { Balance } from "./balance";
import { moneyEndTs } from "./money-end";
import { type Money, readMoney } from "./read-money.server";
import { centsToDollars, unitsToDollars4 } from "./units";

export interface TenantBalance {
  tenantName: string;
  balance: Balance;
}

/** A tenant's balance as it is shown. */
export async function readBalance(given: { tenantId: number; now: Date }): Promise<TenantBalance> {
  return toBalance(await readMoney(given), given.now);
}

export function toBalance(money: Money, now: Date): TenantBalance {
  return {
    tenantName: money.tenantName,
    balance: {
      dollars_est: unitsToDollars4(money.availableUnits),
      ongoing_pph: money.ongoingPph,
      seconds_left: money.secondsLeft,
      ends_ts: moneyEndTs(money.secondsLeft, now),
      low_balance: money.lowBalance,
      dollars_pending: centsToDollars(money.pendingCents),
    },
  };
}
