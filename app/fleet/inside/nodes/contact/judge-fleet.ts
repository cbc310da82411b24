/** Decides whether a cluster fell silent because of our network and not its machines. Pure. */

export interface FleetSettings {
  /** Smallest share of a cluster's nodes, and smallest number of nodes, that count as the network's fault. */
  share: number;
  nodes: number;
  /** Seconds after which silent nodes count as Dead despite the network. */
  deadAfterSeconds: number;
}

export interface FleetNodes {
  /** Nodes of the cluster that report, or should. */
  all: number;
  /** Late or suspect now. */
  silent: number;
  /** Number of these that turned late within the last minute. */
  fresh: number;
}

/** An ongoing silence of a cluster. */
export interface Silence {
  beganAt: Date;
  /** Time since which enough nodes report again. */
  backAt: Date | null;
  givenUpAt: Date | null;
}

/** Seconds within which nodes fall silent together. */
export const AT_ONCE_S = 60;
/** Seconds of steady reports after which a silence is over, so that short returns cause no second alarm. */
const CALM_S = 30;

export type FleetStep = "begin" | "give-up" | "back" | "away" | "end" | null;

/** Decides the next step for a cluster. `back` and `away` only record that it reports again, or is silent again. */
export function judgeFleet(
  open: Silence | null,
  { all, silent, fresh }: FleetNodes,
  settings: FleetSettings,
  now: Date,
): FleetStep {
  const atOnce = fresh >= settings.nodes && fresh > settings.share * all;
  if (open === null) return atOnce ? "begin" : null;
  const reports = silent === 0 || silent < settings.nodes || silent <= (settings.share * all) / 2;
  if (reports) {
    if (open.backAt === null) return "back";
    return seconds(open.backAt, now) >= CALM_S ? "end" : null;
  }
  // Some of the lost nodes may never return: the next failure of the network is a new silence.
  if (open.givenUpAt !== null && atOnce) return "begin";
  if (open.backAt !== null) return "away";
  if (open.givenUpAt === null && seconds(open.beganAt, now) >= settings.deadAfterSeconds) return "give-up";
  return null;
}

function seconds(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
