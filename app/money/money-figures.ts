/** Figures of the money in a report, each with its one name and what it counts (B20). Amounts are in dollars. */
export const MONEY_FIGURES = {
  revenue: { label: "Revenue", counts: "Charges less refunds." },
  charges: { label: "Charges", counts: "Charged for tasks and volumes." },
  refunds: { label: "Refunds", counts: "Given back for tasks." },
  topUps: { label: "Top-ups", counts: "Paid in by card, or by an invoice that is credited, without VAT." },
  returned: {
    label: "Returned to cards",
    counts: "Refunded to a card or charged back, less disputes won, without VAT.",
  },
  credits: { label: "Credits", counts: "Given by coupons, trials and adjustments, less what adjustments took." },
  vat: { label: "VAT", counts: "Charged on top-ups, less what went back with refunds." },
} as const satisfies Record<string, { label: string; counts: string }>;

export type MoneyFigure = keyof typeof MONEY_FIGURES;

export const MONEY_FIGURE_NAMES = Object.keys(MONEY_FIGURES) as MoneyFigure[];
