import type { Queryable } from "~/platform/db.server";
import type { Balance } from "./balance";
import { moneyEndTs } from "./money-end";
import { type Money, readMoney } from "./read-money.server";
import { readingAt, type Unposted, unpostedOf } from "./shown-money";
import { asUnits, centsToDollars, unitsToDollars4 } from "./units";

export interface TenantBalance {
  tenantName: string;
  balance: Balance;
}

/** Reads a tenant's balance for display. */
export async function readBalance(given: { tenantId: number; now: Date }): Promise<TenantBalance> {
  return toBalance(await readMoney(given), given.now);
}

/** The balance with unposted charges, for sums of spending. */
export async function readShownMoney(
  given: { tenantId: number; now: Date },
  q: Queryable,
): Promise<TenantBalance & { unposted: Unposted[] }> {
  const money = await readMoney(given, q);
  const shown = toBalance(money, given.now);
  return { ...shown, unposted: unpostedOf(money.chargedTasks, shown.balance.charged) };
}

export function toBalance(money: Money, now: Date): TenantBalance {
  return {
    tenantName: money.tenantName,
    balance: {
      dollars_est: unitsToDollars4(money.availableUnits),
      ongoing_pph: money.ongoingPph,
      volume_month_cents: money.volumeMonthCents,
      seconds_left: money.secondsLeft,
      ends_ts: moneyEndTs(money.secondsLeft, now),
      low_balance: money.lowBalance,
      dollars_pending: centsToDollars(money.pendingCents),
      ...readingAt(readingOf(money), Math.floor(now.getTime() / 1000)),
    },
  };
}

/** Volumes cost very little per second, so a reading counts their cost up to its own second only. */
function readingOf({ balanceUnits, volumeUnchargedUnits, owedUnits, chargedTasks }: Money) {
  const left = balanceUnits > volumeUnchargedUnits ? balanceUnits - volumeUnchargedUnits : 0n;
  return { balanceUnits: asUnits(left), owedUnits, tasks: chargedTasks };
}
