import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { ClearedFinding, Finding } from "~/fleet/agent-findings";
import { ifThereIsRoom } from "../if-there-is-room";
import { OWN_FILE_MAX_BYTES, readJson, writeWhole } from "../task/folder";
import { isOfAllGpus, type Judgement, RECOVERY_NAME } from "./judge-event";
import {
  CAUSE_S,
  eventKey,
  isSameTime,
  keyOf,
  type KeptEvent,
  keptEventSchema,
  RANK,
  type Seen,
  together,
  worstFirst,
} from "./kept-event";
import { LogCursor, logPlaceSchema } from "./log-cursor";

/** A GPU in findings; both empty for the whole node. */
export interface GpuOfNode {
  gpu: string;
  gpu_id: number | null;
}

/** Longest text of a finding, in characters. */
const TEXT_MAX = 300;

export const WHOLE_NODE: GpuOfNode = { gpu: "", gpu_id: null };

/** A present condition; `count` if the device counts it itself. */
export type Condition = Judgement & GpuOfNode & { count?: number };

/** Builds a warning about the whole node, with the characters of a report: others, as in a path, become `?`. */
export function nodeWarning(name: string, text: string): Condition {
  const printable = text.replace(/[^\x20-\x7e]/g, "?").slice(0, TEXT_MAX);
  return { name, severity: "warning", action: "inspect", text: printable, ...WHOLE_NODE };
}

interface Windows {
  /** Seconds for which an event is reported after its last occurrence, and a condition after its end. */
  eventS: number;
  conditionS: number;
}

/** The file's content. If its shape is wrong, all of it is ignored, and the kernel's remaining log is read again. */
const keptSchema = logPlaceSchema.extend({
  bootId: z.string(),
  /** The time of the boot, by the same clock as the times of the events. */
  bootTs: z.number().optional(),
  events: z.array(keptEventSchema),
});

/**
 * The findings of this node. An event is reported until its window has passed, an operator has cleared it or, if it
 * requires a reboot, the machine was rebooted. A condition is reported while it holds, and for its window after that.
 * Events are kept in a file, so that a new agent neither forgets nor counts one twice.
 */
export class FindingBook {
  readonly #file: string;
  readonly #windows: Windows;
  readonly #events = new Map<string, KeptEvent>();
  readonly #conditions = new Map<string, Finding>();
  /** Conditions that hold, by their probe, with their present severity. */
  readonly #holding = new Map<string, Map<string, Finding["severity"]>>();
  readonly #bootId: string;
  readonly #cursor: LogCursor;
  #lookedMs = -Infinity;
  readonly #upS: (() => number) | undefined;
  #bootTs: number | undefined;

  /** `upS` is the time since the boot; without it the machine's clock counts. */
  constructor({ file, bootId, windows, upS }: { file: string; bootId: string; windows: Windows; upS?: () => number }) {
    this.#upS = upS;
    this.#file = file;
    this.#bootId = bootId;
    this.#windows = windows;
    const kept = readJson(file, keptSchema, OWN_FILE_MAX_BYTES);
    const sameBoot = kept?.bootId === bootId;
    this.#cursor = new LogCursor(sameBoot ? kept : undefined);
    this.#bootTs = sameBoot ? kept.bootTs : undefined;
    for (const event of kept?.events ?? [])
      if (sameBoot || event.action !== "reboot") this.#events.set(eventKey(event), event);
  }

  /** Notes a look at the kernel log. @returns the time of the one before; -Infinity for this agent's first one. */
  lookAt(atMs: number): number {
    const before = this.#lookedMs;
    this.#lookedMs = atMs;
    return before;
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

  /** The worst event of that GPU, or of all, shortly before that is not an error of a program. */
  graverBefore({ on, atTs }: Seen): KeptEvent | undefined {
    return [...this.#events.values()]
      .filter(({ gpu, name }) => gpu === on.gpu || isOfAllGpus(name))
      .filter(({ severity, last_ts }) => severity !== "info" && atTs >= last_ts && atTs - last_ts <= CAUSE_S)
      .sort(worstFirst)[0];
  }

  /**
   * Adds an event. One that follows shortly explains it without making it milder, and a critical one stays critical
   * until its end. Of the driver's requests, the last counts.
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
   * Sets the present conditions of one probe; earlier ones that are missing have ended. One that returns milder counts
   * once the window of the worse one has passed. The last time moves once a minute, and a return within that minute is
   * the same occurrence, because each changed report must be compared with the database.
   */
  setConditions(probe: string, conditions: readonly Condition[], nowTs: number): void {
    const held = this.#holding.get(probe) ?? new Map();
    const holding = new Map<string, Finding["severity"]>();
    for (const { count: reported, ...condition } of conditions) {
      const count = reported === undefined ? undefined : Math.min(COUNT_MAX, reported);
      const key = keyOf(condition);
      if (holding.has(key)) continue;
      const before = this.#conditions.get(key);
      holding.set(key, condition.severity);
      if (before && RANK[before.severity] < RANK[condition.severity]) continue;
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

  /** Clears findings for an operator, each up to the reported time. Later and lasting ones stay. */
  clear(cleared: readonly ClearedFinding[]): void {
    let any = false;
    for (const { last_ts, ...named } of cleared) {
      for (const kept of [this.#events, this.#conditions])
        for (const [key, finding] of kept)
          if (keyOf(finding) === keyOf(named) && finding.last_ts <= last_ts && !this.#lasts(key, finding))
            any = kept.delete(key) || any;
    }
    if (any) this.save();
  }

  #lasts(key: string, { severity }: Finding): boolean {
    return [...this.#holding.values()].some((holding) => holding.get(key) === severity);
  }

  /** Lists all findings to report now, the worst first. */
  list(nowTs: number): Finding[] {
    this.#followClock(nowTs);
    const { eventS, conditionS } = this.#windows;
    for (const [key, event] of this.#events)
      if (event.action !== "reboot" && event.last_ts < nowTs - eventS) this.#events.delete(key);
    for (const [key, condition] of this.#conditions)
      if (condition.last_ts < nowTs - conditionS) this.#conditions.delete(key);
    return [...together([...this.#events.values()]), ...this.#conditions.values()]
      .sort(worstFirst)
      .slice(0, REPORTED_MAX);
  }

  /**
   * Moves all times with a clock that was set: a machine may boot with one that is years behind. Else a faulty GPU would
   * count as sound again once the clock is right.
   */
  #followClock(nowTs: number): void {
    if (!this.#upS) return;
    const bootTs = nowTs - this.#upS();
    const setS = Math.round(bootTs - (this.#bootTs ?? bootTs));
    if (this.#bootTs !== undefined && Math.abs(setS) < CLOCK_SET_S) return;
    this.#bootTs = bootTs;
    for (const kept of [this.#events, this.#conditions])
      for (const finding of kept.values()) {
        finding.first_ts = Math.max(0, finding.first_ts + setS);
        finding.last_ts = Math.max(0, finding.last_ts + setS);
      }
  }

  /** Saves the events for the next agent, if the disk has room. */
  save(): void {
    const kept: z.input<typeof keptSchema> = {
      bootId: this.#bootId,
      bootTs: this.#bootTs,
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
/** Difference from which a clock was set; less is its usual drift. */
const CLOCK_SET_S = 60;
/** Limit of findings in a report. */
const REPORTED_MAX = 100;
/** Limit of a count in a report: a device's own counter can be higher. */
const COUNT_MAX = 2_147_483_647;

/** Errors as the documented figure counts them: those that keep new tasks away (6.1). */
export function countErrors(findings: readonly Finding[]): number {
  const sum = findings.reduce((before, { severity, count }) => before + (severity === "critical" ? count : 0), 0);
  return Math.min(COUNT_MAX, sum);
}
