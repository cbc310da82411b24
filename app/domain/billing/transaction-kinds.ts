/** What moves money (3.4), each with the place that billing events name where there is no cluster (A22). */
export const PLACES = {
  task: "",
  topup: "card",
  coupon: "",
  refund: "card",
  adjustment: "",
  chargeback: "card",
} as const satisfies Record<string, "card" | "">;

export type TransactionKind = keyof typeof PLACES;

export const TRANSACTION_KINDS = Object.keys(PLACES) as TransactionKind[];
