/** The planner of one row of capacity, for those who replay it: it is pure. */
export { type FreeNode, FreePool, type Share, type Stay, type StayOnNode } from "./inside/capacity/free-pool";
export { stayOf } from "./inside/capacity/decide";
export { FundsLeft } from "./inside/capacity/funds";
export { chooseHold, type HoldOfRow, nextStepOf } from "./inside/capacity/hold";
export { planRow } from "./inside/capacity/plan-row";
export type { WaitingTask } from "./inside/capacity/waiting-task";
