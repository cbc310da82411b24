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

/** Names a movement's kind in one word. */
export function kindName(kind: StatementLine["kind"]): string {
  return KINDS[kind];
}

/** Describes a line: a task with its charged time, or the ledger's text. */
export function lineText({ kind, text, gpus, seconds }: StatementLine): string {
  if (kind !== "task") return text === "" ? KINDS[kind] : text;
  return `${text}, ${gpus} GPU${gpus === 1 ? "" : "s"}, ${seconds} s`;
}
