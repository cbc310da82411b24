import { useMemo } from "react";
import type { Balance } from "~/domain/billing/balance";
import { lastingOf } from "~/domain/billing/money-end";
import type { LiveRow } from "./newest";
import { useLive } from "./use-live";

const POLL_BALANCE_S = 30;

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
  const read = (answer: unknown, polledAtMs: number): LiveRow<Balance>[] | null => {
    const { dollars_est, ongoing_pph } = answer as Partial<Balance>;
    if (dollars_est === undefined || ongoing_pph === undefined) return null;
    const figures = { dollars_est, ongoing_pph };
    return [
      {
        key: account,
        // The path has none; an event heard before the socket went down may have a higher one than the load.
        version: null,
        data: { ...balance, ...figures, ...lastingOf(figures, new Date(polledAtMs)) },
      },
    ];
  };
  const { rows, ageSeconds } = useLive<Balance>({
    namespace: "/customer",
    entity: "balance",
    loaded,
    poll: { path: "/v1/money", everySeconds: POLL_BALANCE_S, read },
  });
  return { balance: rows.get(account) ?? balance, ageSeconds };
}
