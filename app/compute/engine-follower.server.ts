import { transaction } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { groupBy } from "~/platform/group-by";
import { beginSubmission } from "./begin-submission.server";
import { type Engine, EngineUnknown, PlaceRefused, type PlaceList } from "./engine";
import { type FollowedPlace, judgePlace, type Judgement } from "./inside/engines/judge-place";
import { readEnded, readFollowed, takeToCancel, readUnanswered, refOf } from "./inside/engines/read-places.server";
import { announceFree, recordNodes } from "./inside/engines/record-nodes.server";
import {
  recordEnd,
  recordMissed,
  recordRefused,
  recordSeen,
  recordSubmitted,
} from "./inside/engines/record-places.server";

/** Most calls of each kind in one turn, so that no kind delays the others for long. */
const CALLS = 20;
/** Failures in a row after which the engine counts as unreachable. */
const MOST_FAILURES = 3;
/** Seconds between two lists: while places will soon change, while all are quiet, and the longest. */
const LIST_S = { restless: 5, quiet: 30, most: 60 };
/** Seconds for each place: a thousand are listed once a minute. */
const LIST_S_OF_PLACE = 0.06;
/** Seconds between two readings of its machines. */
const NODES_S = 15;
/** Seconds of absence after which a place counts as ended, even if its agent reports or accounting does not answer. */
const FORGOTTEN_S = 300;

/**
 * Reconciles our records with one engine, turn by turn: ends unwanted places there, submits wanted ones, and records
 * what the engine reports (20.6). Each act states the result and may be repeated, so a turn may end anywhere. No call
 * is made inside a transaction. An engine that does not answer shows nothing about any place.
 */
export class EngineFollower {
  readonly #engine: Engine;
  readonly #engineId: number;
  readonly #now: () => Date;
  #list: PlaceList | null = null;
  #listedAt: Date | null = null;
  #nodesAt: Date | null = null;
  #failures = 0;
  /** State of the engine by the calls of this turn; null: none was made, or not enough failed. */
  #seen: { state: "ok" | "unreachable"; why: string } | null = null;

  /** @param now reads the present time, because one turn may take seconds. */
  constructor(engine: Engine, engineId: number, now: () => Date) {
    this.#engine = engine;
    this.#engineId = engineId;
    this.#now = now;
  }

  async turn(): Promise<void> {
    const steps = [
      () => this.#cancelUnwanted(),
      () => this.#submitWanted(),
      () => this.#follow(),
      () => this.#mirror(),
    ];
    try {
      await forEach(steps, (step) => step());
    } finally {
      const seen = this.#seen;
      this.#seen = null;
      if (seen) await recordState(this.#engineId, { ...seen, now: this.#now() });
    }
  }

  async #cancelUnwanted(): Promise<void> {
    const places = await takeToCancel(this.#engineId, { limit: CALLS, now: this.#now() });
    await forEach(places, (ref) => this.#ask(() => this.#engine.cancel(ref)));
  }

  async #submitWanted(): Promise<void> {
    const unanswered = await readUnanswered(this.#engineId, this.#now());
    for (const name of unanswered.slice(0, CALLS)) if (!(await this.#submit(name))) return;
    for (let call = 0; call < CALLS; call += 1) if (!(await this.#submit())) return;
  }

  /** Returns whether the next place may be tried. */
  async #submit(name?: string): Promise<boolean> {
    const ask = await beginSubmission({ engineId: this.#engineId, ...(name ? { name } : {}), now: this.#now() });
    if (!ask) return name !== undefined;
    try {
      const ref = await this.#ask(() => this.#engine.submit(ask));
      if (ref) await recordSubmitted(ref);
      return ref !== null;
    } catch (error) {
      if (!(error instanceof PlaceRefused)) throw error;
      await recordRefused(ask.name, error.message, this.#now());
      return true;
    }
  }

  async #follow(): Promise<void> {
    const now = this.#now();
    // No list is due sooner, whatever state the places are in.
    if (!isPast(this.#listedAt, LIST_S.restless, now)) return;
    const { places, restless } = await readFollowed(this.#engineId, now);
    if (!this.#isListDue(places.length, restless, now)) return;
    this.#listedAt = now;
    const list = await this.#ask(() => this.#engine.list(this.#list?.cursor ?? null));
    if (!list) return;
    if (list !== "unchanged") this.#list = list;
    if (this.#list) await this.#compare(places, this.#list, now);
  }

  #isListDue(places: number, restless: number, now: Date): boolean {
    const least = places === 0 ? LIST_S.most : restless > 0 ? LIST_S.restless : LIST_S.quiet;
    return isPast(this.#listedAt, Math.min(LIST_S.most, Math.max(least, places * LIST_S_OF_PLACE)), now);
  }

  async #compare(
    places: readonly FollowedPlace[],
    { places: jobs, ts, complete }: PlaceList,
    now: Date,
  ): Promise<void> {
    const byName = groupBy(jobs, ({ ref }) => ref.name);
    const judged = places.map((place) => ({ place, ...judgePlace(place, byName.get(place.name) ?? [], now) }));
    const of = (kind: Judgement["kind"]) => judged.filter((one) => one.kind === kind);
    const jobsOf = (kind: Judgement["kind"]) => of(kind).flatMap(({ job }) => (job ? [job] : []));
    await recordSeen(jobsOf("seen"), { ts, now });
    await forEach(jobsOf("ended"), ({ ref: { name }, end, by }) => recordEnd({ name, end, by }, now));
    await recordMissed(
      of("missed").map(({ place }) => place.name),
      now,
    );
    await forEach(of("look-up").slice(0, CALLS), ({ place }) => this.#lookUp(place, { complete, now }));
    const followed = new Set(places.map(({ name }) => name));
    const others = jobs.filter(({ ref, state }) => state !== "ended" && !followed.has(ref.name));
    const over = await readEnded(
      this.#engineId,
      others.map(({ ref }) => ref.name),
    );
    const unwanted = [...judged.flatMap(({ twins }) => twins), ...others.filter(({ ref }) => over.has(ref.name))];
    await forEach(unwanted.slice(0, CALLS), ({ ref }) => this.#ask(() => this.#engine.cancel(ref)));
  }

  /** Keeps a copy of its machines, for offers and for staff. */
  async #mirror(): Promise<void> {
    const now = this.#now();
    if (!isPast(this.#nodesAt, NODES_S, now)) return;
    this.#nodesAt = now;
    const nodes = await this.#ask(() => this.#engine.nodes());
    if (nodes) await recordNodes(this.#engineId, nodes, now);
  }

  /**
   * Finds out how a place ended that the engine no longer lists. If the engine's accounting does not know it either,
   * the agent's reports decide, but not for ever.
   */
  async #lookUp(place: FollowedPlace, { complete, now }: { complete: boolean; now: Date }): Promise<void> {
    const past = await this.#ask(async () => ({ job: await this.#engine.past(refOf(place)) }));
    const { job } = past ?? { job: null };
    if (job?.state === "ended") return await recordEnd({ name: place.name, end: job.end, by: job.by }, now);
    if (!complete) return await recordMissed([place.name], now);
    const missedMs = now.getTime() - (place.missingSince ?? now).getTime();
    const mayLive = past === null || (place.placed && place.alive);
    if (!mayLive || missedMs >= FORGOTTEN_S * 1000) await recordEnd({ name: place.name, end: null, by: null }, now);
  }

  /** The engine's answer; null without one. */
  async #ask<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
    try {
      const answer = await call();
      this.#failures = 0;
      this.#seen = { state: "ok", why: "" };
      return answer;
    } catch (error) {
      if (!(error instanceof EngineUnknown)) throw error;
      this.#failures += 1;
      if (this.#failures >= MOST_FAILURES) this.#seen = { state: "unreachable", why: error.message };
      return null;
    }
  }
}

/** Null: it never happened, which counts as past. */
function isPast(at: Date | null, seconds: number, now: Date): boolean {
  return at === null || now.getTime() - at.getTime() >= seconds * 1000;
}

/**
 * Records how an engine answers, if that has changed: the first cause of an outage explains more than later ones.
 * `unusable`: its settings do not allow a call.
 */
export async function recordState(
  engineId: number,
  { state, why, now }: { state: "ok" | "unreachable" | "unusable"; why: string; now: Date },
): Promise<void> {
  await transaction(async (tx) => {
    const news = await tx.query(
      `update engine set state = $2, why = $3, state_at = case when state = $2 then state_at else $4 end
       where id = $1 and (state <> $2 or state = 'unusable' and why <> $3) returning id`,
      [engineId, state, why, now],
    );
    if (news.length > 0) await announceFree(tx, engineId);
  });
}
