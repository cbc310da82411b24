import type { StatementLine } from "./statement";

const KINDS: Record<StatementLine["kind"], string> = {
  task: "Task",
  topup: "Top-up",
  coupon: "Code",
  refund: "Refund",
  adjustment: "Adjustment",
  chargeback: "Chargeback",
  volume: "Volume",
};

/** What a movement is, in a word. */
export function kindName(kind: StatementLine["kind"]): string {
  return KINDS[kind];
}

/** A line in words: a task with its charged time, anything else as the ledger says it. */
export function lineText({ kind, text, gpus, seconds }: StatementLine): string {
  if (kind !== "task") return text === "" ? KINDS[kind] : text;
  return `${text}, ${gpus} GPU${gpus === 1 ? "" : "s"}, ${seconds} s`;
}
