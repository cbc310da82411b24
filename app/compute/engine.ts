/**
 * The external scheduler that can back a cluster (docs/engines.md). Millrace asks it for *places*, each of the size of
 * one task; Millrace's own agent runs in the place and is an ordinary node from then on.
 *
 * Every call may be repeated: it states the result, not the steps. No call is made inside a transaction.
 */
export interface Engine {
  readonly kind: EngineKind;
  /** Reports versions, rights and what is missing, one line each for the operator. Never throws. */
  probe(): Promise<ProbeLine[]>;
  /**
   * Requests a place. The name identifies it: if the engine already has a place of that name, that is the result.
   * @throws PlaceRefused when the engine can never grant it; EngineUnknown.
   */
  submit(ask: PlaceAsk): Promise<EngineRef>;
  /** Ends the place. If it is gone or never existed, that is success. @throws EngineUnknown. */
  cancel(ref: EngineRef): Promise<void>;
  /** Lists Millrace's own places only. @throws EngineUnknown. */
  list(since: string | null): Promise<PlaceList | "unchanged">;
  /**
   * Returns a place that `list` no longer has, from accounting or events; null if the engine keeps no past. @throws
   * EngineUnknown.
   */
  past(ref: EngineRef): Promise<EnginePlace | null>;
  /** Lists its machines. @throws EngineUnknown. */
  nodes(): Promise<EngineNode[]>;
  /**
   * Reads from accounting for how long places held their machines; places that it does not know are left out. Null: the
   * engine keeps no accounting. @throws EngineUnknown.
   */
  readonly spent: ((refs: readonly EngineRef[]) => Promise<PlaceSpent[]>) | null;
  /** Null if this engine cannot, or Millrace lacks the right: the screen then shows the command to run. */
  readonly setDrain: ((node: string, on: boolean, reason: string) => Promise<void>) | null;
}

export type EngineKind = "slurm" | "kubernetes" | "fake";

/** One line of a probe. */
export interface ProbeLine {
  what: string;
  state: "ok" | "warning" | "fault";
  text: string;
}

export interface PlaceAsk {
  /** `mr-{resv_guid}-{attempt}`, 41 characters. */
  name: string;
  resvGuid: string;
  attempt: number;
  gpuType: string;
  nodes: number;
  gpusPerNode: number;
  cpusPerNode: number;
  memMbPerNode: number;
  /** Machines on which an agent did not come lately; omitted: none. Slurm cannot be told. */
  avoid?: string[];
  /** The engine ends the place after this many seconds. */
  maxSeconds: number;
  /** The task's image, for engines that start images; omitted: it has no reference in the catalogue. */
  image?: string;
  /** The address of the control plane for the place's agent. */
  url: string;
  /** Admits the place's agents once. A secret: never in a script, a comment or a log. */
  token: string;
  comment: string;
  /** True for a request that got no answer before: the engine may have the place. */
  again?: boolean;
}

export interface EngineRef {
  name: string;
  /** The engine's own number: a hint that is compared with the name before each use, because engines reuse numbers. */
  externalId: string;
  /** In seconds by the engine's clock; compared only with the engine's own times. */
  submittedTs: number;
}

export interface PlaceList {
  places: EnginePlace[];
  /** When it was made, in seconds by the engine's clock. */
  ts: number;
  /** For the next `list`. */
  cursor: string;
  /** False: some may be missing, so absence means nothing. */
  complete: boolean;
}

export interface EnginePlace {
  ref: EngineRef;
  state: "waiting" | "starting" | "running" | "ending" | "ended";
  reason: EngineReason;
  /** Seconds by the engine's clock; null: unknown. */
  startsAboutTs: number | null;
  startedTs: number | null;
  endedTs: number | null;
  end: EngineEnd | null;
  /** Name of the one who ended it, in the engine's words. */
  by: string | null;
  members: { node: string; gpus: number[] }[];
}

/** Time of a place, by its engine's accounting. */
export interface PlaceSpent {
  name: string;
  /** All runs together: a site may start a place again. */
  seconds: number;
  /** Accounting says that it still runs. */
  isOpen: boolean;
}

export type EngineEnd = "done" | "failed" | "cancelled" | "timeout" | "preempted" | "node-lost" | "out-of-memory";

/** Why a place waits: one of a closed set, and the engine's own word for staff. */
export interface EngineReason {
  kind: EngineWait;
  word: string;
}

export type EngineWait =
  | "gpus"
  | "priority"
  | "maintenance"
  | "closed"
  | "share-used"
  | "held"
  | "never"
  | "launch-failed"
  | "other";

export interface EngineNode {
  name: string;
  /** Null: no type of the catalogue is mapped to the engine's word. */
  gpuType: string | null;
  gpus: number;
  /** By all users. */
  gpusInUse: number;
  takesJobs: boolean;
  /** The engine's reason for accepting no jobs; empty while it accepts them. */
  why: string;
}

/** The call failed: the engine is unreachable, too slow, or refuses our token. This shows nothing about any place. */
export class EngineUnknown extends Error {}

/** The engine can never grant this place, for example because it is too large or its partition does not exist. */
export class PlaceRefused extends Error {}
