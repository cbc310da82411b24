import { useMemo } from "react";
import type { TransactionRow } from "~/domain/billing/list-transactions.server";
import { useConnection } from "./live";
import type { LiveRow } from "./newest";
import { usePoll } from "./use-poll";

const POLL_BILLING_S = 30;

/** Balance Movements have no event of their own; they are asked for at the documented interval (3.4). */
export function useTransactions(transactions: TransactionRow[], atMs: number): TransactionRow[] {
  const { connection } = useConnection();
  const poll = { path: "/v1/billing-short", everySeconds: POLL_BILLING_S, read: readTransactions };
  const polled = usePoll(poll, connection !== null);
  return useMemo(
    () => (polled && polled.atMs > atMs ? polled.rows.map((row) => row.data) : transactions),
    [polled, atMs, transactions],
  );
}

function readTransactions(answer: unknown, atMs: number): LiveRow<TransactionRow>[] | null {
  if (!Array.isArray(answer)) return null;
  return (answer as TransactionRow[]).map((row) => ({ key: row.id, version: atMs, data: row }));
}
