/** A planned window may begin from now to so late, and last from so long to so long. */
const LATEST_S = 90 * 86_400;
const SHORTEST_S = 600;
const LONGEST_S = 14 * 86_400;

/** Whether maintenance may be planned so. A minute that was right when it was typed still is when it arrives. */
export function isWindow(from: Date, to: Date, now: Date): boolean {
  const ahead = (from.getTime() - now.getTime()) / 1000;
  const lasts = (to.getTime() - from.getTime()) / 1000;
  return ahead > -120 && ahead <= LATEST_S && lasts >= SHORTEST_S && lasts <= LONGEST_S;
}

/** Facts on which the next step of an open window depends. */
export interface OpenWindow {
  toAt: Date;
  upgrade: boolean;
  autoReturn: boolean;
  /** 0 Norm, 1 Drain, 2 Upgrade */
  drain: number;
  /** Nothing holds a GPU of the node. */
  empty: boolean;
  /** Last state since the window began; null: none was asked for. */
  maintenance: string | null;
  selfTest: string | null;
  /** Kinds of commands that its agent has. */
  able: readonly string[];
}

export type WindowStep = "upgrade" | "test" | "return" | "end" | null;

/**
 * What happens to a node within its window: Upgrade once it is empty, a self-test once the maintenance command has passed,
 * and at the end Norm, if that was ordered and nothing has failed. Whatever waits for something waits on past the end.
 */
export function nextStep(window: OpenWindow, now: Date): WindowStep {
  const { upgrade, autoReturn, drain, empty, maintenance, selfTest, able } = window;
  // An operator may have set Upgrade already, with a command that ran before the window.
  const unmaintained = drain === 1 || (drain === 2 && maintenance === null && able.includes("maintenance"));
  if (upgrade && empty && unmaintained) return "upgrade";
  const maintained = !upgrade || (drain === 2 && (maintenance === "passed" || !able.includes("maintenance")));
  const tested = !able.includes("self-test") || selfTest === "passed";
  // Without a command of its own, what is done to the machine is done at the end.
  const over = now >= window.toAt;
  if (autoReturn && maintained && empty && !tested && selfTest === null && (upgrade || over)) return "test";
  if (!over) return null;
  if (!autoReturn) return "end";
  // A node that was only drained and never became empty has nothing to show first.
  return maintained && (tested || (!upgrade && !empty)) ? "return" : null;
}
