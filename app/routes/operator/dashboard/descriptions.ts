/** One sentence about each operator screen, by its address. */
export const DESCRIPTIONS: Record<string, string> = {
  "/dashboard/nodes": "Health, modes and running tenants of every node.",
  "/dashboard/scheduled": "Tasks that wait for capacity or funds, per cluster.",
  "/dashboard/free": "What could start now, what is held and what is out of service.",
  "/dashboard/money": "The ledger against the payment provider, what differs, and what is unsettled.",
  "/dashboard/marketing": "Promo codes with their uses, and trials of PRO.",
};
