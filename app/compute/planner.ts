/** The planner of one row of capacity, for those who replay it: it is pure. */
export { type FreeNode, FreePool, type Share, type Stay } from "./inside/capacity/free-pool";
export { FundsLeft } from "./inside/capacity/funds";
export { type HoldOfRow, planRow, type RowPlan, type RowState } from "./inside/capacity/plan-row";
export type { PlacingDecision, WaitingTask } from "./inside/capacity/waiting-task";
