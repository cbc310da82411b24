import type { CheckFigure, CheckName } from "~/domain/reconcile/check-outcome";
import type { ExactDollars } from "~/domain/reconcile/exact-dollars";
import type { CheckRow } from "~/domain/reconcile/read-checks.server";

/** An amount to the last unit, ready to be printed; `zero` where there is nothing. */
export type ExactAmount = ExactDollars & { zero: boolean };

export interface CheckView {
  name: CheckName;
  state: CheckRow["state"];
  message: string;
  figures: CheckFigure[];
  checkedTs: number | null;
  answeredTs: number | null;
  open: number;
}

export interface SideView {
  label: string;
  ledger: ExactAmount;
  /** Null while nobody knows: unknown is not zero. */
  provider: ExactAmount | null;
  difference: ExactAmount | null;
  total: boolean;
}

export interface AccountView {
  name: string;
  about: string;
  amount: ExactAmount;
  entries: string;
  total: boolean;
}

export interface DifferenceView {
  id: string;
  check: CheckName;
  subject: string;
  text: string;
  ledger: ExactAmount | null;
  provider: ExactAmount | null;
  firstSeenTs: number;
  lastSeenTs: number;
  resolvedTs: number | null;
}

/** The whole in one sentence. */
export interface Verdict {
  tone: "ok" | "danger" | "warn" | "neutral";
  text: string;
  /** Oldest last run among the checks. */
  sinceTs: number | null;
}
