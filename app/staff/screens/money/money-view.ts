import type { CheckFigure, CheckName } from "~/staff/inside/reconcile/check-outcome";
import type { ExactDollars } from "~/staff/inside/reconcile/exact-dollars";
import type { CheckRow } from "~/staff/inside/reconcile/read-checks.server";

/** A printable exact amount; `zero` marks an amount of 0. */
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
  /** Null while unknown, which is not zero. */
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

/** The overall state in one sentence. */
export interface Verdict {
  tone: "ok" | "danger" | "warn" | "neutral";
  text: string;
  /** The oldest last run of the checks. */
  sinceTs: number | null;
}
