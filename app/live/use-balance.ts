import { useMemo } from "react";
import type { LiveRow } from "./newest";
import { useLive } from "./use-live";

const POLL_BALANCE_S = 30;

/** The data of the event `balance` (5.2). */
export interface Balance {
  dollars_est: number;
  ongoing_pph: number;
  seconds_left: number | null;
  low_balance: string;
  dollars_pending: number;
}

export interface LoadedBalance {
  balance: Balance;
  version: number;
  /** The server's clock at the load. */
  atMs: number;
}

/** The balance of one's own tenant, live. */
export function useBalance(account: string, { balance, version, atMs }: LoadedBalance) {
  const loaded = useMemo(
    () => ({ atMs, rows: [{ key: account, version, data: balance }] }),
    [account, balance, version, atMs],
  );
  const read = (answer: unknown): LiveRow<Balance>[] | null => {
    const tenant = (answer as { tenant?: Balance }).tenant;
    return tenant ? [{ key: account, version, data: tenant }] : null;
  };
  const { rows, ageSeconds } = useLive<Balance>({
    namespace: "/customer",
    entity: "balance",
    loaded,
    poll: { path: "/billing/tenant", everySeconds: POLL_BALANCE_S, read },
  });
  return { balance: rows.get(account) ?? balance, ageSeconds };
}
