import { db } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { groupBy } from "~/platform/group-by";
import { beginSubmission } from "./begin-submission.server";
import { type Engine, EngineUnknown, PlaceRefused, type PlaceList } from "./engine";
import { type FollowedPlace, judgePlace, type Judgement } from "./inside/engines/judge-place";
import { readEnded, readFollowed, readToCancel, readUnanswered, refOf } from "./inside/engines/read-places.server";
import { recordNodes } from "./inside/engines/record-nodes.server";
import {
  recordEnd,
  recordMissed,
  recordRefused,
  recordSeen,
  recordSubmitted,
} from "./inside/engines/record-places.server";

/** Calls of each kind in one turn, so that none keeps the others waiting for long. */
const CALLS = 20;
/** Failures in a row after which the engine counts as unreachable. */
const MOST_FAILURES = 3;
/** Seconds between two lists: while places will soon change, while all are quiet, and at most. */
const LIST_S = { restless: 5, quiet: 30, most: 60 };
/** Seconds for each place: a thousand are listed once a minute. */
const LIST_S_OF_PLACE = 0.06;
/** Seconds between two looks at its machines. */
const NODES_S = 30;
/** Seconds without a place after which it counts as over although its agent reports, or accounting cannot be asked. */
const FORGOTTEN_S = 300;

/**
 * Brings one engine and what is written down about it together, turn by turn: ends there what is unwanted, submits what
 * is wanted, and records what the engine says (20.6). Each act states the result and may be repeated, so a turn may end
 * anywhere. No call is made inside a transaction. An engine that does not answer says nothing about any place.
 */
export class EngineFollower {
  readonly #engine: Engine;
  readonly #engineId: number;
  readonly #now: () => Date;
  #list: PlaceList | null = null;
  #listedAt: Date | null = null;
  #nodesAt: Date | null = null;
  #failures = 0;
  /** The state that was written last, so that it is written once. */
  #state = "";

  /** @param now tells the present time: one turn may take seconds. */
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
    await forEach(steps, (step) => step());
  }

  async #cancelUnwanted(): Promise<void> {
    const places = await readToCancel(this.#engineId, { limit: CALLS, now: this.#now() });
    await forEach(places, (ref) => this.#ask(() => this.#engine.cancel(ref)));
  }

  async #submitWanted(): Promise<void> {
    const unanswered = await readUnanswered(this.#engineId, this.#now());
    for (const name of unanswered.slice(0, CALLS)) if (!(await this.#submit(name))) return;
    for (let call = 0; call < CALLS; call += 1) if (!(await this.#submit())) return;
  }

  /** Returns whether the next one may be tried. */
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
    const { places, restless } = await readFollowed(this.#engineId, now);
    if (!this.#isListDue(places.length, restless, now)) return;
    this.#listedAt = now;
    const list = await this.#ask(() => this.#engine.list(this.#list?.cursor ?? null));
    if (!list) return;
    if (list !== "unchanged") this.#list = list;
    if (this.#list) await this.#compare(places, this.#list, now);
  }

  #isListDue(places: number, restless: number, now: Date): boolean {
    if (this.#listedAt === null) return true;
    const least = places === 0 ? LIST_S.most : restless > 0 ? LIST_S.restless : LIST_S.quiet;
    const everyS = Math.min(LIST_S.most, Math.max(least, places * LIST_S_OF_PLACE));
    return now.getTime() - this.#listedAt.getTime() >= everyS * 1000;
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
    const over = await readEnded(
      this.#engineId,
      jobs.flatMap(({ ref, state }) => (state === "ended" ? [] : [ref.name])),
    );
    const outlasting = jobs.filter(({ ref, state }) => state !== "ended" && over.has(ref.name));
    const unwanted = [...judged.flatMap(({ twins }) => twins), ...outlasting];
    await forEach(unwanted.slice(0, CALLS), ({ ref }) => this.#ask(() => this.#engine.cancel(ref)));
  }

  /** Keeps a copy of its machines: what could be rented there, and what staff see. */
  async #mirror(): Promise<void> {
    const now = this.#now();
    if (this.#nodesAt !== null && now.getTime() - this.#nodesAt.getTime() < NODES_S * 1000) return;
    this.#nodesAt = now;
    const nodes = await this.#ask(() => this.#engine.nodes());
    if (nodes) await recordNodes(this.#engineId, nodes, now);
  }

  /**
   * Finds out how a place ended that the engine no longer lists. Of one that is not known there either, the agent has the
   * last word, but not for ever.
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
      await this.#record("ok");
      return answer;
    } catch (error) {
      if (!(error instanceof EngineUnknown)) throw error;
      this.#failures += 1;
      if (this.#failures >= MOST_FAILURES) await this.#record("unreachable", error.message);
      return null;
    }
  }

  async #record(state: "ok" | "unreachable", why = ""): Promise<void> {
    if (state === "ok") this.#failures = 0;
    if (this.#state === state) return;
    await recordState(this.#engineId, { state, why, now: this.#now() });
    this.#state = state;
  }
}

/** Writes down how an engine answers. `unusable`: it cannot be asked as it is configured. */
export async function recordState(
  engineId: number,
  { state, why, now }: { state: "ok" | "unreachable" | "unusable"; why: string; now: Date },
): Promise<void> {
  await db.query(
    `update engine set state = $2, why = $3, state_at = case when state = $2 then state_at else $4 end
     where id = $1 and (state, why) is distinct from ($2, $3)`,
    [engineId, state, why, now],
  );
}
