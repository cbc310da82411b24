import type { Balance } from "./balance";
import { moneyEndTs } from "./money-end";
import { type Money, readMoney } from "./read-money.server";
import { centsToDollars, unitsToDollars4 } from "./units";

export interface VersionedBalance {
  tenantName: string;
  version: number;
  balance: Balance;
}

/** A tenant's balance as it is shown, with the version of its live event. */
export async function readBalance(given: { tenantId: number; now: Date }): Promise<VersionedBalance> {
  return toBalance(await readMoney(given), given.now);
}

export function toBalance(money: Money, now: Date): VersionedBalance {
  return {
    tenantName: money.tenantName,
    version: money.version,
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
