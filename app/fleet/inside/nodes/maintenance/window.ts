/** Bounds of a planned window: its latest start, and its shortest and longest duration. */
const LATEST_S = 90 * 86_400;
const SHORTEST_S = 600;
const LONGEST_S = 14 * 86_400;

/**
 * Checks the times of planned maintenance. A minute that was valid when it was typed is still valid when it arrives.
 */
export function isWindow(from: Date, to: Date | null, now: Date): boolean {
  const ahead = (from.getTime() - now.getTime()) / 1000;
  const lasts = to === null ? SHORTEST_S : (to.getTime() - from.getTime()) / 1000;
  return ahead > -120 && ahead <= LATEST_S && lasts >= SHORTEST_S && lasts <= LONGEST_S;
}

/** Facts on which the next step of an open window depends. */
export interface OpenWindow {
  /** Null: until staff set Norm. */
  toAt: Date | null;
  upgrade: boolean;
  autoReturn: boolean;
  /** 0 Norm, 1 Drain, 2 Upgrade */
  drain: number;
  /** True if nothing holds a GPU of the node. */
  empty: boolean;
  /** State of the maintenance command since the window began; null: none was requested. */
  maintenance: string | null;
  selfTest: string | null;
  /** Kinds of commands that its agent has. */
  able: readonly string[];
}

export type WindowStep = "upgrade" | "test" | "return" | "end" | null;

/**
 * Decides the next step within a node's window: Upgrade once it is empty, and a self-test once the maintenance command
 * has passed. At the end it sets Norm, if that was ordered and nothing has failed. A step that waits may wait past the
 * end.
 */
export function nextStep(window: OpenWindow, now: Date): WindowStep {
  const { upgrade, autoReturn, drain, empty, maintenance, selfTest, able } = window;
  // An operator may have set Upgrade already, with a command that ran before the window.
  const unmaintained = drain === 1 || (drain === 2 && maintenance === null && able.includes("maintenance"));
  if (upgrade && empty && unmaintained) return "upgrade";
  const maintained = !upgrade || (drain === 2 && (maintenance === "passed" || !able.includes("maintenance")));
  const tested = !able.includes("self-test") || selfTest === "passed";
  // Without a maintenance command, the work on the machine counts as done at the end.
  const over = window.toAt !== null && now >= window.toAt;
  if (autoReturn && maintained && empty && !tested && selfTest === null && (upgrade || over)) return "test";
  if (!over) return null;
  if (!autoReturn) return "end";
  // A node that was only drained and never became empty has nothing to prove first.
  return maintained && (tested || (!upgrade && !empty)) ? "return" : null;
}
