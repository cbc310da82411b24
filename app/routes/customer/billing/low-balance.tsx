import type { Balance } from "~/domain/billing/balance";
import { Banner } from "~/ui/banner";
import { formatDollars } from "~/ui/format";

const TEXTS: Record<string, string | undefined> = {
  "24h": "Your balance lasts less than 24 hours at the present rate.",
  "1h": "Your balance lasts less than 1 hour at the present rate. Tasks are stopped when it is used up.",
  zero: "Your balance is $0.00. Tasks start when there are funds, and queued ones wait for them.",
};

/** The low-balance banner (B7); who owes money reads how much. */
export function LowBalance({ balance }: { balance: Balance }) {
  const { dollars_est: dollars, low_balance: low } = balance;
  const text = dollars < 0 ? owing(dollars) : TEXTS[low];
  return text ? <Banner tone={low === "24h" ? "warn" : "danger"}>{text}</Banner> : null;
}

function owing(dollars: number): string {
  const owed = formatDollars(dollars).replace("-", "");
  return `You owe ${owed}. What you add pays that first; tasks start when there are funds beyond it.`;
}
