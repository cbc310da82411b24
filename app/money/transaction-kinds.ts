/** Kinds of money movements (3.4), each with the place that billing events show without a cluster (A22). */
export const PLACES = {
  task: "",
  topup: "card",
  coupon: "",
  refund: "card",
  adjustment: "",
  chargeback: "card",
  volume: "",
} as const satisfies Record<string, "card" | "">;

export type TransactionKind = keyof typeof PLACES;

/** Checks whether a kind is a charge; all others are credits and debits. */
export function isCharge(kind: TransactionKind): boolean {
  return kind === "task" || kind === "volume";
}

/** SQL that checks whether a column's kind is a charge. */
export const isChargeSql = (column: string) => `${column} in ('task', 'volume')`;

export const TRANSACTION_KINDS = Object.keys(PLACES) as TransactionKind[];
