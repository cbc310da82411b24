import { isOfMoney } from "~/staff/inside/reconcile/check-outcome";
import type { CheckView, Verdict } from "./money-view";

/** Combines the results of all checks: worst first. The age of the counts says nothing about money. */
export function verdictOf(all: CheckView[], openDifferences: number): Verdict {
  const checks = all.filter(({ name, state }) => isOfMoney(name) || state === "failed");
  const inState = (state: CheckView["state"]) => checks.filter((check) => check.state === state);
  const answered = checks.flatMap((check) => check.answeredTs ?? []);
  const sinceTs = answered.length > 0 ? Math.min(...answered) : null;
  if (openDifferences > 0)
    return {
      tone: "danger",
      text: openDifferences === 1 ? "1 difference is open." : `${openDifferences} differences are open.`,
      sinceTs,
    };
  if (inState("failed").length > 0)
    return { tone: "danger", text: "A check failed because of a fault in this installation.", sinceTs };
  if (inState("refused").length > 0)
    return {
      tone: "danger",
      text: "The payment provider refuses our key; its checks are out of date.",
      sinceTs,
    };
  if (inState("silent").length > 0)
    return {
      tone: "warn",
      text: "The payment provider did not answer; its checks are out of date.",
      sinceTs,
    };
  if (inState("unchecked").length > 0)
    return { tone: "neutral", text: "Not everything has been checked yet.", sinceTs };
  if (inState("off").length > 0)
    return {
      tone: "neutral",
      text: "The ledger is in order. No payment provider is set up to compare it with.",
      sinceTs,
    };
  return { tone: "ok", text: "Everything adds up.", sinceTs };
}
