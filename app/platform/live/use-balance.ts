import { useMemo } from "react";
import type { Balance } from "~/money/balance";
import { lastingOf } from "~/money/money-end";
import type { LiveRow } from "./newest";
import { useLive } from "./use-live";

const POLL_BALANCE_S = 30;

export interface LoadedBalance {
  balance: Balance;
  /** The server's clock at the load. */
  atMs: number;
}

/** Paths that return a balance. Only the one of the billing screen returns every field. */
export type BalancePath = "/v1/money" | "/billing/tenant";

/** The balance of the viewer's tenant, live. Without the socket it polls the path that the screen shows. */
export function useBalance(account: string, { balance, atMs }: LoadedBalance, path: BalancePath) {
  const loaded = useMemo(
    () => ({ atMs, rows: [{ key: account, version: atMs, data: balance }] }),
    [account, balance, atMs],
  );
  const read = (answer: unknown, polledAtMs: number): LiveRow<Balance>[] | null => {
    const fields = (answer as { tenant?: Partial<Balance> }).tenant ?? (answer as Partial<Balance>);
    const { dollars_est, ongoing_pph, at_ts, cents_before, charged, volume_month_cents = 0 } = fields;
    if (dollars_est === undefined || ongoing_pph === undefined) return null;
    // A server of an older version answers without a reading.
    if (at_ts === undefined || cents_before === undefined || charged === undefined) return null;
    const figures = { dollars_est, ongoing_pph, volume_month_cents, at_ts, cents_before, charged };
    const { dollars_pending = balance.dollars_pending } = fields;
    const data = { ...figures, dollars_pending, ...lastingOf(figures, new Date(polledAtMs)) };
    return [{ key: account, version: polledAtMs, data }];
  };
  const { rows, ageSeconds } = useLive({
    namespace: "/customer",
    entity: "balance",
    loaded,
    poll: { path, everySeconds: POLL_BALANCE_S, read },
  });
  return { balance: rows.get(account) ?? balance, ageSeconds };
}
