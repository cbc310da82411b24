import { engineBeat } from "~/compute/engine-beat";
import { EngineFollower, recordState } from "~/compute/engine-follower.server";
import { db } from "~/platform/db.server";
import { forEach } from "~/platform/for-each";
import { presentTime } from "~/platform/time.server";
import { traceIfBusy } from "~/platform/tracing.server";
import type { Clock } from "../clock/clock";
import { makeEngine, type StoredEngine, whyUnusable } from "./make-engine";

/** An engine whose cluster was removed keeps its beat until its last place has ended. */
const FOLLOWED = `select engine.id, kind, url, settings, credentials from engine
  where exists (select from cluster c where c.engine_id = engine.id)
    or exists (select from engine_place place where place.engine_id = engine.id and place.state <> 'ended')`;

/** Keeps a beat for each engine, with a lead of its own: one that is slow or broken holds up nobody else. */
export class EngineBeats {
  readonly #clock: Clock;
  /** The stored form that each beat was made from. */
  readonly #followed = new Map<number, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins, renews and ends beats as engines are created, changed and removed. */
  async refresh(): Promise<void> {
    const engines = await db.query<StoredEngine & { id: number }>(FOLLOWED);
    const ids = new Set(engines.map(({ id }) => id));
    for (const id of this.#followed.keys()) if (!ids.has(id)) await this.#end(id);
    await forEach(engines, async (engine) => {
      const stored = JSON.stringify(engine);
      if (this.#followed.get(engine.id) === stored) return;
      await this.#end(engine.id);
      await this.#begin(engine);
      this.#followed.set(engine.id, stored);
    });
  }

  async #begin(engine: StoredEngine & { id: number }): Promise<void> {
    try {
      const follower = new EngineFollower(makeEngine(engine), engine.id, presentTime);
      this.#clock.add({
        job: engineBeat(engine.id),
        everyMs: 1000,
        run: () => traceIfBusy("engine", () => follower.turn()),
      });
    } catch (error) {
      await recordState(engine.id, { state: "unusable", why: whyUnusable(error), now: presentTime() });
    }
  }

  async #end(id: number): Promise<void> {
    await this.#clock.remove(engineBeat(id));
    this.#followed.delete(id);
  }
}
