import { useEffect, useState } from "react";
import type { TransactionRow } from "~/money/list-transactions.server";
import type { Answered } from "./ask-once";
import { joinPoll } from "./polls";

const POLL_BILLING_S = 30;

export interface Transactions {
  /** Null if there are no rows to show: not loaded, and not requested since. */
  rows: TransactionRow[] | null;
  /** Why the last request was refused. */
  refused: { retcode: string; message: string } | null;
}

/** Returns the Balance Movements. They have no event and are polled at the documented interval (3.4). */
export function useTransactions(loaded: TransactionRow[] | null, atMs: number): Transactions {
  const [read, setRead] = useState<{ rows: TransactionRow[]; atMs: number } | null>(null);
  const [refused, setRefused] = useState<Transactions["refused"]>(null);
  const missing = loaded === null;
  useEffect(() => {
    const everyMs = POLL_BILLING_S * 1000;
    const firstMs = missing ? 0 : everyMs;
    return joinPoll({ path: "/v1/billing-short", firstMs, everyMs }, (answered) => {
      // Not reached: the rows stay, and the next poll follows.
      if (!answered) return;
      setRefused(refusalOf(answered));
      if (Array.isArray(answered.answer)) setRead({ rows: answered.answer as TransactionRow[], atMs: answered.atMs });
    });
  }, [missing]);
  return { rows: read && (loaded === null || read.atMs > atMs) ? read.rows : loaded, refused };
}

function refusalOf({ answer }: Answered): Transactions["refused"] {
  const { retcode, human_readable_message: message } = answer as Record<string, unknown>;
  return typeof retcode === "string" && typeof message === "string" ? { retcode, message } : null;
}
