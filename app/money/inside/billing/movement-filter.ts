import { askedRange, type AskedRange, type Days } from "~/platform/day-range";
import { TRANSACTION_KINDS, type TransactionKind } from "~/money/transaction-kinds";

/** Selection of movements for a list; null fields match all. */
export interface MovementFilter {
  kind: TransactionKind | null;
  days: Days | null;
  /** Part of a task's name. */
  task: string | null;
}

/** Names of kinds on screens and in files. */
export const KIND_LABELS: Record<TransactionKind, string> = {
  task: "Task",
  topup: "Top-up",
  coupon: "Promo code",
  refund: "Refund",
  adjustment: "Adjustment",
  chargeback: "Chargeback",
  volume: "Volume",
};

const TASK_MAX = 100;

/** Parses the filter of a URL: `?kind=`, `?task=`, and the usual days. Ignores unknown values. */
export function movementFilterOf(search: URLSearchParams, now: Date): { filter: MovementFilter; asked: AskedRange } {
  const asked = askedRange(search, now, null);
  const kind = TRANSACTION_KINDS.find((one) => one === search.get("kind")) ?? null;
  const task = search.get("task")?.replaceAll("\0", "").trim().slice(0, TASK_MAX) ?? "";
  return { filter: { kind, days: asked.days, task: task || null }, asked };
}

/** Position at which a list continues: after the movement of that moment, kind and id. */
export interface MovementPlace {
  at: Date;
  of: "task" | "other";
  id: string;
}

/** Formats a position for a URL. */
export function placeText({ at, of, id }: MovementPlace): string {
  return `${at.getTime()}-${of === "task" ? "t" : "o"}-${id}`;
}

const PLACE = /^(\d{1,15})-(?:(t)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|o-(\d{1,18}))$/;

/** Parses a place; null, the start of the list, for no or an invalid place. */
export function placeOf(text: string | null): MovementPlace | null {
  const [, ms, task, taskId, otherId] = PLACE.exec(text ?? "") ?? [];
  if (!ms) return null;
  return { at: new Date(Number(ms)), of: task ? "task" : "other", id: taskId ?? otherId ?? "" };
}
