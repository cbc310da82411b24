import type { Balance } from "~/domain/billing/balance";
import { Banner } from "~/ui/banner";

const TEXTS: Record<string, string | undefined> = {
  "24h": "Your balance lasts less than 24 hours at the present rate.",
  "1h": "Your balance lasts less than 1 hour at the present rate. Tasks are stopped when it is used up.",
  zero: "Your balance is $0.00. Tasks start when there are funds, and queued ones wait for them.",
};

/** The low-balance banner (B7). */
export function LowBalance({ balance }: { balance: Balance }) {
  const text = TEXTS[balance.low_balance];
  return text ? <Banner tone={balance.low_balance === "24h" ? "warn" : "danger"}>{text}</Banner> : null;
}
