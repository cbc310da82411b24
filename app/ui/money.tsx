import { createContext, type ReactNode, useContext } from "react";
import type { Balance } from "~/domain/billing/balance";
import { type LoadedBalance, useBalance } from "~/live/use-balance";
import { useRootData } from "./use-root-data";

interface Money {
  balance: Balance;
  /** Null while it is confirmed, else the seconds since it last was. */
  ageSeconds: number | null;
}

const MoneyContext = createContext<Money | null>(null);

/** The balance of who is logged in, live; null for visitors. */
export const useMoney = () => useContext(MoneyContext);

/** Follows the balance once for all that shows it: the header, the line that says when it ends, and screens. */
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
  return <MoneyContext.Provider value={useBalance(account, money)}>{children}</MoneyContext.Provider>;
}
