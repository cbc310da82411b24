/** Judges each second how steadily a node reports, in addition to the documented Dead rule (6.1). Pure. */

export type Contact = "steady" | "late" | "suspect";

export interface NodeContact {
  contact: Contact;
  /** Time since which it is not steady. */
  lateAt: Date | null;
  /** Time since which a suspect node reports again. */
  backAt: Date | null;
  /** Weight of the times that it became suspect, at `flapAt`; it halves with time. */
  flapScore: number;
  flapAt: Date | null;
  /** The node became suspect too often: no new placements until the weight is small again. */
  flapping: boolean;
}

export const STEADY: NodeContact = {
  contact: "steady",
  lateAt: null,
  backAt: null,
  flapScore: 0,
  flapAt: null,
  flapping: false,
};

/** Agents report every 5 s: a node is late after two missing reports, and suspect after three. */
const LATE_S = 8;
const SUSPECT_S = 13;
/** Seconds of reports after which a suspect node is steady again. */
const SETTLE_S = 15;
const FLAPS = 3;
const CALM_BELOW = 1;
const HALF_LIFE_S = 600;

export interface Silence {
  /** Seconds since its last report, or since reports could be received again. */
  silentSeconds: number;
  /** Seconds of silence after which it is Dead. */
  thresholdSeconds: number;
  /** True if our network is at fault and not the node, because many nodes of its cluster are silent. */
  ours: boolean;
}

/**
 * Returns the seconds of silence after which a node with that threshold is late, and suspect. Dead is never earlier.
 */
export function contactLimits(thresholdSeconds: number): { lateS: number; suspectS: number } {
  const within = (share: number, atLeast: number) =>
    Math.min(thresholdSeconds, Math.max(thresholdSeconds * share, atLeast));
  return { lateS: within(0.5, LATE_S), suspectS: within(0.75, SUSPECT_S) };
}

/** Judges a node's contact; returns the same object when nothing changes. */
export function judgeContact(before: NodeContact, silence: Silence, now: Date): NodeContact {
  const next = afterSilence(before, silence, now);
  if (!next.flapping || silence.ours || scoreAt(next, now) > CALM_BELOW || next.contact !== "steady") return next;
  return { ...next, flapping: false };
}

function afterSilence(before: NodeContact, { silentSeconds, thresholdSeconds, ours }: Silence, now: Date): NodeContact {
  const { lateS, suspectS } = contactLimits(thresholdSeconds);
  if (silentSeconds >= suspectS) return suspect(before, ours, now);
  if (before.contact === "suspect") return returning(before, silentSeconds < lateS, ours, now);
  if (silentSeconds >= lateS) return before.contact === "late" ? before : { ...before, contact: "late", lateAt: now };
  return before.contact === "steady" ? before : { ...before, contact: "steady", lateAt: null };
}

function suspect(before: NodeContact, ours: boolean, now: Date): NodeContact {
  if (before.contact === "suspect") return before.backAt === null ? before : { ...before, backAt: null };
  const flapScore = scoreAt(before, now) + (ours ? 0 : 1);
  return {
    contact: "suspect",
    lateAt: before.lateAt ?? now,
    backAt: null,
    flapScore,
    flapAt: now,
    flapping: before.flapping || flapScore >= FLAPS - 0.5,
  };
}

function returning(before: NodeContact, onTime: boolean, ours: boolean, now: Date): NodeContact {
  if (!onTime) return before.backAt === null ? before : { ...before, backAt: null };
  const settled = before.backAt !== null && seconds(before.backAt, now) >= SETTLE_S;
  if (settled || ours) return { ...before, contact: "steady", lateAt: null, backAt: null };
  return before.backAt === null ? { ...before, backAt: now } : before;
}

/** The weight of past silences now. */
export function scoreAt({ flapScore, flapAt }: Pick<NodeContact, "flapScore" | "flapAt">, now: Date): number {
  return flapAt === null ? 0 : flapScore * 2 ** (-seconds(flapAt, now) / HALF_LIFE_S);
}

/** Checks whether the node may get tasks, as far as contact goes. */
export function isCalm({ contact, flapping }: Pick<NodeContact, "contact" | "flapping">): boolean {
  return contact !== "suspect" && !flapping;
}

function seconds(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
