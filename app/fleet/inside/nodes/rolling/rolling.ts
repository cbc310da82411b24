import { nextStep, type OpenWindow } from "../maintenance/window";

/** Rules of a rolling drain: many nodes leave service, a few at a time. Pure. */

export const NODES_MAX = 200;
export const NAME_MAX = 60;
export const NOTE_MAX = 300;
/** Longest time that an empty node stays out by itself, in minutes. */
export const STAY_MAX = 14 * 1440;

/** States of a node that the plan holds: they have its turn. */
export const TURN = ["draining", "out"] as const;
export type NodeTurn = "waiting" | (typeof TURN)[number] | "done" | "left";
export type RollingState = "running" | "paused" | "done" | "cancelled";

export interface Plan {
  state: RollingState;
  emptyBy: Date;
  atOnce: number;
  stayMinutes: number | null;
  upgrade: boolean;
}

/** Facts about a node that decide its next step. */
export interface TurnNode extends Omit<OpenWindow, "toAt" | "upgrade" | "autoReturn"> {
  turn: NodeTurn;
  emptyAt: Date | null;
  retired: boolean;
  health: string;
  awaitsTest: boolean;
  /** Date sent to its tenants; null: none. */
  toldBy: Date | null;
}

export type TurnStep = "leave" | "back" | "tell" | "empty" | "upgrade" | "test" | "return" | "done" | null;

/** Decides the next step of a node. Repeated with the same facts it decides the same, so a restart loses nothing. */
export function stepOf(plan: Plan, node: TurnNode, now: Date): TurnStep {
  if (node.retired) return "leave";
  if (plan.state === "cancelled") return node.turn === "draining" && node.drain !== 0 ? "back" : "leave";
  if (node.turn === "waiting") return null;
  // Somebody set Norm before it was empty: it serves.
  if (node.turn === "draining" && node.drain === 0) return "leave";
  if (node.turn === "draining" && node.empty) return "empty";
  if (node.turn === "draining") return node.toldBy?.getTime() === plan.emptyBy.getTime() ? null : "tell";
  if (node.drain === 0) return node.awaitsTest ? null : "done";
  const step = nextStep({ ...node, ...windowOf(plan, node) }, now);
  return step === "end" ? null : step;
}

/** The stay of an empty node, as a window: the same steps follow. */
function windowOf({ stayMinutes, upgrade }: Plan, { emptyAt }: TurnNode) {
  const toAt = stayMinutes === null ? null : new Date((emptyAt?.getTime() ?? 0) + stayMinutes * 60_000);
  return { toAt, upgrade, autoReturn: stayMinutes !== null };
}

/** The fault of a node that has its turn, for which the whole plan waits; null without one. */
export function faultOf({ turn, health, maintenance, selfTest }: TurnNode): string | null {
  if (turn !== "draining" && turn !== "out") return null;
  if (health === "dead") return "is Dead";
  if (selfTest === "failed") return "has failed its self-test";
  return maintenance === "failed" ? "has failed its maintenance command" : null;
}

/** A node that waits for its turn. */
export interface Waiting {
  nodeId: number;
  health: string;
  /** Tasks that hold it, and the latest of their ends; null if one has no known end. */
  tasks: number;
  endTs: number | null;
}

/** Orders nodes so that least is disturbed: empty ones, then the earliest known end, then fewest tasks; dead ones last. */
export function inTurn(one: Waiting, other: Waiting): number {
  const rank = ({ health, tasks, endTs }: Waiting) => [
    health === "dead" ? 1 : 0,
    tasks === 0 ? 0 : 1,
    endTs ?? Infinity,
    tasks,
  ];
  const [mine, theirs] = [rank(one), rank(other)];
  const at = mine.findIndex((value, place) => value !== theirs[place]);
  return at < 0 ? one.nodeId - other.nodeId : (mine[at] ?? 0) - (theirs[at] ?? 0);
}

/** A node of a forecast. Times are epoch seconds. */
export interface Ahead {
  turn: NodeTurn;
  tasks: number;
  endTs: number | null;
  emptyTs: number | null;
}

export interface Forecast {
  /** Time at which the last node is empty; null if unknown. */
  ts: number | null;
  /** Taken from the known ends of tasks, or from the pace so far. */
  by: "ends" | "pace" | null;
  /** Open nodes with a task that has no known end. */
  unknown: number;
  /** The plan waits for staff to set nodes back, so the time is the earliest possible one. */
  needsStaff: boolean;
}

interface ToForecast {
  /** Open nodes, those that wait in the order of their turns. */
  open: readonly Ahead[];
  done: number;
  atOnce: number;
  stayMinutes: number | null;
  startedTs: number;
  nowTs: number;
}

/** Forecasts when the last node will be empty, from known ends, or else from the pace so far. */
export function forecast({ open, done, atOnce, stayMinutes, startedTs, nowTs }: ToForecast): Forecast {
  const unknown = open.filter(({ turn, tasks, endTs }) => turn !== "out" && tasks > 0 && endTs === null).length;
  const needsStaff = stayMinutes === null && open.length > atOnce;
  const base = { unknown, needsStaff };
  if (unknown > 0) {
    if (done === 0) return { ...base, ts: null, by: null };
    const left = open.filter(({ turn }) => turn !== "out").length;
    return { ...base, ts: Math.round(nowTs + ((nowTs - startedTs) / done) * left), by: "pace" };
  }
  const stay = (stayMinutes ?? 0) * 60;
  let last = nowTs;
  // Times at which places become free.
  const places = open.filter(({ turn }) => turn !== "waiting").map((node) => emptyAt(node, nowTs) + stay);
  for (const node of open) if (node.turn === "draining") last = Math.max(last, emptyAt(node, nowTs));
  while (places.length < atOnce) places.push(nowTs);
  for (const node of open.filter(({ turn }) => turn === "waiting")) {
    places.sort((one, other) => one - other);
    const from = Math.max(nowTs, places.shift() ?? nowTs);
    const empty = emptyAt(node, from);
    last = Math.max(last, empty);
    places.push(empty + stay);
  }
  return { ...base, ts: last, by: "ends" };
}

function emptyAt({ turn, tasks, endTs, emptyTs }: Ahead, from: number): number {
  if (turn === "out") return emptyTs ?? from;
  return tasks === 0 ? from : Math.max(from, endTs ?? from);
}

/** Nodes of one kind of GPU in a cluster. */
export interface Kind {
  kind: string;
  /** Serving nodes, in all and in the plan. */
  serving: number;
  chosen: number;
}

/** Lists the kinds of GPU that no node may serve for a while. */
export function emptied(kinds: readonly Kind[], atOnce: number): string[] {
  return kinds
    .filter(({ serving, chosen }) => chosen > 0 && serving <= Math.min(chosen, atOnce))
    .map(({ kind }) => kind);
}
