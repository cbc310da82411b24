import type { MoneyFigure } from "~/money/money-figures";
import type { Compare, Split } from "~/staff/inside/reports/period";

/** The reports, in the order of their tabs. */
export const REPORTS = [
  { name: "money", label: "Money" },
  { name: "customers", label: "Customers" },
  { name: "gpus", label: "GPUs" },
  { name: "coins", label: "Coins" },
  { name: "sign-ups", label: "Sign-ups" },
  { name: "vat", label: "VAT" },
] as const;

export const SPLIT_LABELS: readonly { name: Split; label: string }[] = [
  { name: "day", label: "By day" },
  { name: "week", label: "By week" },
  { name: "month", label: "By month" },
  { name: "cluster", label: "By cluster" },
  { name: "type", label: "By GPU type" },
];

export const COMPARE_LABELS: readonly { name: Compare; label: string }[] = [
  { name: "before", label: "Period before" },
  { name: "year", label: "Year before" },
  { name: "none", label: "No comparison" },
];

/** The orders of the customers, largest first. */
export const ORDERS = [
  { name: "revenue", label: "Revenue" },
  { name: "change", label: "Change of revenue" },
  { name: "topUps", label: "Top-ups" },
  { name: "refunds", label: "Refunds" },
  { name: "credits", label: "Credits" },
] as const satisfies readonly { name: MoneyFigure | "change"; label: string }[];

export type OrderName = (typeof ORDERS)[number]["name"];
