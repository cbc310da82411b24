import { askedRange, type AskedRange, type Days } from "~/domain/day-range";
import { TRANSACTION_KINDS, type TransactionKind } from "./transaction-kinds";

/** Which movements a list shows; null for all. */
export interface MovementFilter {
  kind: TransactionKind | null;
  days: Days | null;
  /** A part of a task's name. */
  task: string | null;
}

/** How kinds are called on screens and in files. */
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

/** The filter that an address asks for: `?kind=`, `?task=`, and the days as everywhere. What is unknown is left out. */
export function movementFilterOf(search: URLSearchParams, now: Date): { filter: MovementFilter; asked: AskedRange } {
  const asked = askedRange(search, now, null);
  const kind = TRANSACTION_KINDS.find((one) => one === search.get("kind")) ?? null;
  const task = search.get("task")?.replaceAll("\0", "").trim().slice(0, TASK_MAX) ?? "";
  return { filter: { kind, days: asked.days, task: task || null }, asked };
}

/** Where a list goes on: after the movement of that moment, a task or another, with that id. */
export interface MovementPlace {
  at: Date;
  of: "task" | "other";
  id: string;
}

/** As it stands in an address. */
export function placeText({ at, of, id }: MovementPlace): string {
  return `${at.getTime()}-${of === "task" ? "t" : "o"}-${id}`;
}

const PLACE = /^(\d{1,15})-(?:(t)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|o-(\d{1,18}))$/;

/** Null for none, and for what is no place: the list then begins at its start. */
export function placeOf(text: string | null): MovementPlace | null {
  const [, ms, task, taskId, otherId] = PLACE.exec(text ?? "") ?? [];
  if (!ms) return null;
  return { at: new Date(Number(ms)), of: task ? "task" : "other", id: taskId ?? otherId ?? "" };
}
