/** Whether so much of a cluster fell silent at once that our network is at fault, and not the machines. Pure. */

export interface FleetSettings {
  /** Smallest share of a cluster's nodes, and smallest number of nodes, that count as the network's fault. */
  share: number;
  nodes: number;
  /** After so long silent nodes count as Dead all the same. */
  deadAfterSeconds: number;
}

export interface FleetNodes {
  /** Nodes of the cluster that report, or should. */
  all: number;
  /** Late or suspect now. */
  silent: number;
  /** Of these, since at most a minute. */
  fresh: number;
}

/** A silence that is open. */
export interface Silence {
  beganAt: Date;
  /** Since when enough nodes are heard again. */
  backAt: Date | null;
  givenUpAt: Date | null;
}

/** Nodes that turn late within so long count as at once. */
export const AT_ONCE_S = 60;
/** The cluster is heard again when it was for so long: what comes and goes is one silence, with one alarm. */
const CALM_S = 30;

export type FleetStep = "begin" | "give-up" | "back" | "away" | "end" | null;

/** What happens to a cluster now. `back` and `away` only note that it is heard, or not any more. */
export function judgeFleet(
  open: Silence | null,
  { all, silent, fresh }: FleetNodes,
  settings: FleetSettings,
  now: Date,
): FleetStep {
  const atOnce = fresh >= settings.nodes && fresh > settings.share * all;
  if (open === null) return atOnce ? "begin" : null;
  const heard = silent === 0 || silent < settings.nodes || silent <= (settings.share * all) / 2;
  if (heard) {
    if (open.backAt === null) return "back";
    return seconds(open.backAt, now) >= CALM_S ? "end" : null;
  }
  // Some of those that were given up for may never come back: the next time that the line goes is one of its own.
  if (open.givenUpAt !== null && atOnce) return "begin";
  if (open.backAt !== null) return "away";
  if (open.givenUpAt === null && seconds(open.beganAt, now) >= settings.deadAfterSeconds) return "give-up";
  return null;
}

function seconds(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
