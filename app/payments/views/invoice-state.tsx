import { StatusDot } from "~/platform/ui/status-dot";
import type { Tone } from "~/platform/ui/tone";
import type { InvoiceStanding } from "~/payments/inside/bank/bank-invoice";

const STATES: Record<InvoiceStanding, { word: string; tone: Tone }> = {
  open: { word: "open", tone: "neutral" },
  overdue: { word: "overdue", tone: "danger" },
  paid: { word: "paid", tone: "ok" },
  cancelled: { word: "cancelled", tone: "neutral" },
};

/** The state of an invoice by bank transfer. */
export function InvoiceState({ standing }: { standing: InvoiceStanding }) {
  const { word, tone } = STATES[standing];
  return <StatusDot tone={tone}>{word}</StatusDot>;
}
