import { useLocation } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Balance } from "~/money/balance";
import { balanceCentsAt, type Charge, chargesAt, costCents } from "~/money/shown-money";
import { type LoadedBalance, useBalance } from "~/platform/live/use-balance";
import { useServerSecond } from "~/platform/live/use-server-second";
import { useRootData } from "./use-root-data";

interface Money {
  /** The balance as last read. */
  balance: Balance;
  /** The balance at the page's present second, in whole cents; the next field is how long it lasts. */
  cents: number;
  secondsLeft: number | null;
  /** The cost of each charged task so far. */
  charges: ReadonlyMap<string, Charge>;
  /** Null while it is confirmed, else the seconds since it last was. */
  ageSeconds: number | null;
}

const MoneyContext = createContext<Money | null>(null);

/**
 * The live money of the logged-in user; null for visitors. Every amount of running tasks on a page comes from here, so that
 * all amounts are from the same second and rounded once (decision 0248).
 */
export const useMoney = () => useContext(MoneyContext);

/** Follows the balance once for every part that shows it: the header, the line about its end, and screens. */
export function MoneyProvider({ children }: { children: ReactNode }) {
  const root = useRootData();
  if (!root?.viewer || !root.money) return <>{children}</>;
  return (
    <Followed account={root.viewer.tenantName} money={root.money}>
      {children}
    </Followed>
  );
}

interface FollowedProps {
  account: string;
  money: LoadedBalance;
  children: ReactNode;
}

function Followed({ account, money, children }: FollowedProps) {
  const isBilling = useLocation().pathname === "/billing";
  const { balance, ageSeconds } = useBalance(account, money, isBilling ? "/billing/tenant" : "/v1/money");
  const nowTs = useServerSecond(balance.at_ts, balance.ongoing_pph > 0 && ageSeconds === null);
  const shown = useMemo(() => moneyAt(balance, nowTs), [balance, nowTs]);
  return <MoneyContext.Provider value={{ ...shown, ageSeconds }}>{children}</MoneyContext.Provider>;
}

function moneyAt(balance: Balance, nowTs: number): Omit<Money, "ageSeconds"> {
  const { seconds_left: left, ends_ts: end } = balance;
  return {
    balance,
    cents: balanceCentsAt(balance, nowTs),
    secondsLeft: left === null || end === null ? left : Math.max(0, end - nowTs),
    charges: chargesAt(balance, nowTs),
  };
}

interface ChargedTask {
  resv_guid: string;
  ts_finished: number;
  pph: number;
  /** Charged seconds when the row was read. */
  uptime: number;
}

/** The amount charged to a task by the page's present second; for an ended task, its total. Before refunds. */
export function useCharge({ resv_guid, ts_finished, pph, uptime }: ChargedTask): Charge {
  const charge = useMoney()?.charges.get(resv_guid);
  if (charge && ts_finished === 0) return charge;
  return { seconds: uptime, cents: costCents({ pph, seconds: uptime }) };
}
