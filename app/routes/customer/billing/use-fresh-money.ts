import { useEffect } from "react";
import type { Balance } from "~/domain/billing/balance";
import type { TransactionRow } from "~/domain/billing/transaction-row";
import { useRefetch } from "~/live/use-refetch";

interface Money {
  balance: Balance;
  /** Null while they are not known. */
  transactions: TransactionRow[] | null;
}

/**
 * Loads the screen again when money came in, a top-up got its outcome or a task ended: the lists below have no event of
 * their own.
 */
export function useFreshMoney(live: Money, loaded: Money): void {
  const refetch = useRefetch();
  const cameIn = live.balance.dollars_est > loaded.balance.dollars_est + 0.005;
  const ended = live.transactions !== null && countWorking(live) < countWorking(loaded);
  const stale = cameIn || ended || live.balance.dollars_pending !== loaded.balance.dollars_pending;
  useEffect(() => {
    if (stale) refetch();
    // Once per figure: a load that shows the same again is not repeated.
  }, [stale, live.balance.dollars_est, live.balance.dollars_pending]);
}

function countWorking({ transactions }: Money): number {
  return (transactions ?? []).filter(({ status }) => status === "Working").length;
}
