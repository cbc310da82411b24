import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { ClearedFinding, Finding } from "~/fleet/agent-findings";
import { ifThereIsRoom } from "../if-there-is-room";
import { writeWhole } from "../task/folder";
import { type Judgement, RECOVERY_NAME } from "./judge-event";
import {
  CAUSE_S,
  eventKey,
  isSameTime,
  keyOf,
  type KeptEvent,
  RANK,
  type Seen,
  together,
  worstFirst,
} from "./kept-event";
import { LogCursor, type LogPlace } from "./log-cursor";

/** A GPU as findings name it; both empty where the whole node is meant. */
export interface GpuOfNode {
  gpu: string;
  gpu_id: number | null;
}

/** Letters of a finding's text. */
const TEXT_MAX = 300;

export const WHOLE_NODE: GpuOfNode = { gpu: "", gpu_id: null };

/** Something that is so at the moment; `count` where the device counts it itself. */
export type Condition = Judgement & GpuOfNode & { count?: number };

/** A warning about the whole node, in the letters that a report takes: anything else, as in a path, is shown as `?`. */
export function nodeWarning(name: string, text: string): Condition {
  const printable = text.replace(/[^\x20-\x7e]/g, "?").slice(0, TEXT_MAX);
  return { name, severity: "warning", action: "inspect", text: printable, ...WHOLE_NODE };
}

interface Windows {
  /** How long an event is told after its last time, and a condition after it was over. */
  eventS: number;
  conditionS: number;
}

interface Kept extends LogPlace {
  bootId: string;
  events: KeptEvent[];
}

/**
 * What is wrong with this node, sticky: an event is told until its window has passed, an operator has cleared it or, where a
 * reboot is what it asks for, the machine was rebooted. A condition is told while it holds, and its window longer. Events
 * are kept in a file, so that an agent that starts again neither forgets nor counts one twice.
 */
export class FindingBook {
  readonly #file: string;
  readonly #windows: Windows;
  readonly #events = new Map<string, KeptEvent>();
  readonly #conditions = new Map<string, Finding>();
  readonly #holding = new Map<string, Set<string>>();
  readonly #bootId: string;
  readonly #cursor: LogCursor;

  constructor({ file, bootId, windows }: { file: string; bootId: string; windows: Windows }) {
    this.#file = file;
    this.#bootId = bootId;
    this.#windows = windows;
    const kept = readKept(file);
    const sameBoot = kept?.bootId === bootId;
    this.#cursor = new LogCursor(sameBoot ? kept : undefined);
    for (const event of kept?.events ?? [])
      if (sameBoot || event.action !== "reboot") this.#events.set(eventKey(event), event);
  }

  /** Returns the events of a kernel log that were not read before, in its order. */
  unread<Event extends { bootS: number | null }>(events: readonly Event[]): Event[] {
    return this.#cursor.unread(events);
  }

  /** Number of events of that name at that place, including this one, which may be a repeat. */
  timesWith(name: string, seen: Seen): number {
    const before = this.eventOf(name, seen);
    return before ? before.count + (isSameTime(before, seen) ? 0 : 1) : 1;
  }

  /** Finds the known event of that name at that place. */
  eventOf(name: string, { on, device }: Seen): KeptEvent | undefined {
    return this.#events.get(eventKey({ name, gpu: on.gpu, device }));
  }

  /** The worst that was seen of that GPU, or of a switch between all, shortly before and is no error of a program. */
  graverBefore({ on, atTs }: Seen): KeptEvent | undefined {
    return [...this.#events.values()]
      .filter(({ gpu, name }) => gpu === on.gpu || name.startsWith("sxid-"))
      .filter(({ severity, last_ts }) => severity !== "info" && atTs >= last_ts && atTs - last_ts <= CAUSE_S)
      .sort(worstFirst)[0];
  }

  /**
   * What follows shortly after an event explains it and makes it no less bad, and what is critical stays so until it is over. What
   * the driver asks for is what it asked for last.
   */
  addEvent(judged: Judgement, seen: Seen): void {
    const { on, device, atTs, bootS } = seen;
    const before = this.eventOf(judged.name, seen);
    const falls =
      before &&
      !isSameTime(before, seen) &&
      (judged.name === RECOVERY_NAME || (before.severity !== "critical" && atTs - before.last_ts > CAUSE_S));
    const keeps = before && !falls && RANK[before.severity] < RANK[judged.severity];
    this.#events.set(eventKey({ name: judged.name, gpu: on.gpu, device }), {
      ...judged,
      ...(keeps ? { severity: before.severity, action: before.action, text: before.text } : {}),
      ...on,
      device,
      bootS,
      first_ts: before?.first_ts ?? atTs,
      last_ts: Math.max(before?.last_ts ?? 0, atTs),
      count: this.timesWith(judged.name, seen),
    });
  }

  /**
   * What one probe finds to be so now; what it found before and does not any more is over. Its last time moves once a minute, and
   * what comes back within it is the same time: a report that says something new is compared with the database, and shown.
   */
  setConditions(probe: string, conditions: readonly Condition[], nowTs: number): void {
    const held = this.#holding.get(probe) ?? new Set();
    const holding = new Set<string>();
    for (const { count: told, ...condition } of conditions) {
      const count = told === undefined ? undefined : Math.min(COUNT_MAX, told);
      const key = keyOf(condition);
      if (holding.has(key)) continue;
      const before = this.#conditions.get(key);
      holding.add(key);
      if (before && this.#isSameMinute(before, { ...condition, count }, nowTs)) continue;
      const times = before ? before.count + (held.has(key) ? 0 : 1) : 1;
      this.#conditions.set(key, {
        ...condition,
        first_ts: before?.first_ts ?? nowTs,
        last_ts: nowTs,
        count: Math.max(1, count ?? times),
      });
    }
    this.#holding.set(probe, holding);
  }

  #isSameMinute(before: Finding, { severity, text, count }: Condition, nowTs: number): boolean {
    const step = Math.min(STEP_S, this.#windows.conditionS / 2);
    const same = before.severity === severity && before.text === text && (count ?? before.count) === before.count;
    return same && Math.abs(nowTs - before.last_ts) < step;
  }

  /** An operator cleared these, each up to the time that was told. What came after, or still is so, stays. */
  clear(cleared: readonly ClearedFinding[]): void {
    let any = false;
    for (const { last_ts, ...named } of cleared) {
      for (const kept of [this.#events, this.#conditions])
        for (const [key, finding] of kept)
          if (keyOf(finding) === keyOf(named) && finding.last_ts <= last_ts) any = kept.delete(key) || any;
    }
    if (any) this.save();
  }

  /** All findings to report now, the worst first. */
  list(nowTs: number): Finding[] {
    const { eventS, conditionS } = this.#windows;
    for (const [key, event] of this.#events)
      if (event.action !== "reboot" && event.last_ts < nowTs - eventS) this.#events.delete(key);
    for (const [key, condition] of this.#conditions)
      if (condition.last_ts < nowTs - conditionS) this.#conditions.delete(key);
    return [...together([...this.#events.values()]), ...this.#conditions.values()].sort(worstFirst).slice(0, TOLD_MAX);
  }

  /** For an agent that starts after this one, where the disk has room. */
  save(): void {
    const kept: Kept = {
      bootId: this.#bootId,
      events: [...this.#events.values()],
      ...this.#cursor.place,
    };
    ifThereIsRoom(() => {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeWhole(this.#file, JSON.stringify(kept));
    });
  }
}

const STEP_S = 60;
/** As many as a report may hold. */
const TOLD_MAX = 100;
/** As often as a report may say: a device's own counter can stand higher. */
const COUNT_MAX = 2_147_483_647;

/** Errors as the documented figure counts them: those that keep new tasks away (6.1). */
export function countErrors(findings: readonly Finding[]): number {
  const sum = findings.reduce((before, { severity, count }) => before + (severity === "critical" ? count : 0), 0);
  return Math.min(COUNT_MAX, sum);
}

function readKept(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Kept;
  } catch {
    // None yet, or one that a full disk cut: what the kernel still has of it is read again.
    return null;
  }
}
