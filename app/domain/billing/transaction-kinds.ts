/** What moves money (3.4), each with the place that billing events name where there is no cluster (A22). */
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

/** Those that are charges for what a tenant has; all others are credits and debits. */
export function isCharge(kind: TransactionKind): boolean {
  return kind === "task" || kind === "volume";
}

/** The same of a column in SQL. */
export const isChargeSql = (column: string) => `${column} in ('task', 'volume')`;

export const TRANSACTION_KINDS = Object.keys(PLACES) as TransactionKind[];
