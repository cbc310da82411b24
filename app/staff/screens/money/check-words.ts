import type { CheckName } from "~/staff/inside/reconcile/check-outcome";
import type { CheckRow } from "~/staff/inside/reconcile/read-checks.server";
import type { Tone } from "~/platform/ui/tone";

export const CHECK_WORDS: Record<CheckName, { title: string; about: string }> = {
  movements: {
    title: "Movements",
    about: "Each movement at the provider has its posting, and each posting its movement.",
  },
  "provider-balance": {
    title: "Provider balance",
    about: "The ledger's provider account equals the provider's own sum.",
  },
  "top-ups": { title: "Open top-ups", about: "No top-up has been without an answer for over 30 minutes." },
  events: { title: "Events", about: "Every event of the provider arrived and was processed." },
  ledger: {
    title: "Ledger",
    about: "Entries sum to 0; balances and charged seconds match the rows they come from.",
  },
  debts: { title: "Debts", about: "No customer has both a balance and a debt." },
  charges: {
    title: "Invoice charges",
    about: "No requested charge has been without an answer for over 30 minutes.",
  },
  usage: {
    title: "Metered minutes",
    about: "Minutes of the subscription reach the provider within the hour; none is refused there.",
  },
  counts: {
    title: "Counts",
    about: "Counts of users, active users, registrations and redemptions match their rows. Checked every night.",
  },
  "model-usage": {
    title: "Model usage",
    about: "Checked every night: sums by minute, hour, day and month match their events, and coins match the sums.",
  },
};

export const STATE_WORDS: Record<CheckRow["state"], { word: string; tone: Tone }> = {
  well: { word: "All well", tone: "ok" },
  differs: { word: "Differs", tone: "danger" },
  silent: { word: "Provider silent", tone: "warn" },
  refused: { word: "Key refused", tone: "danger" },
  failed: { word: "Check failed", tone: "danger" },
  off: { word: "No provider", tone: "neutral" },
  unchecked: { word: "Not checked yet", tone: "neutral" },
};
