import {
  type Engine,
  type EngineEnd,
  type EngineNode,
  type EnginePlace,
  type EngineRef,
  EngineUnknown,
  type PlaceAsk,
  type PlaceList,
  type ProbeLine,
} from "~/compute/engine";

/** Environment of an agent that the scheduler starts. */
export interface StartedPilot {
  token: string;
  rank: number;
  host: string;
  gpus: number[];
}

/** An external scheduler, in memory: it keeps requested places, and starts and ends them when a test asks. */
export class FakeScheduler implements Engine {
  readonly kind = "fake";
  readonly setDrain = null;
  readonly #places = new Map<string, { ask: PlaceAsk; place: EnginePlace }>();
  #lastId = 0;
  #clock = 1_700_000_000;
  /** True: it answers no request. */
  away = false;

  async probe(): Promise<ProbeLine[]> {
    return [{ what: "scheduler", state: this.away ? "fault" : "ok", text: this.away ? "no answer" : "in memory" }];
  }

  async submit(ask: PlaceAsk): Promise<EngineRef> {
    this.#answer();
    const known = this.#places.get(ask.name);
    if (known) return known.place.ref;
    const ref = { name: ask.name, externalId: String((this.#lastId += 1)), submittedTs: (this.#clock += 1) };
    const place: EnginePlace = {
      ...{ ref, state: "waiting", reason: { kind: "gpus", word: "Resources" }, startsAboutTs: null },
      ...{ startedTs: null, endedTs: null, end: null, by: null, members: [] },
    };
    this.#places.set(ask.name, { ask, place });
    return ref;
  }

  async cancel(ref: EngineRef): Promise<void> {
    this.#answer();
    if (this.#places.get(ref.name)?.place.state !== "ended") this.end(ref.name, "cancelled");
  }

  async list(): Promise<PlaceList> {
    this.#answer();
    const places = [...this.#places.values()].map(({ place }) => place);
    return { places, cursor: String(this.#clock), complete: true };
  }

  async past(ref: EngineRef): Promise<EnginePlace | null> {
    this.#answer();
    return this.#places.get(ref.name)?.place ?? null;
  }

  async nodes(): Promise<EngineNode[]> {
    this.#answer();
    return [];
  }

  /** Starts a place and returns the environment of its agents; a second start, as after a requeue, returns the same. */
  start(name: string): StartedPilot[] {
    const { ask, place } = this.#known(name);
    const members = Array.from({ length: ask.nodes }, (_, rank) => ({
      node: `n${rank + 1}`,
      gpus: Array.from({ length: ask.gpusPerNode }, (_gpu, gpu) => gpu),
    }));
    Object.assign(place, { state: "running", startedTs: (this.#clock += 1), members });
    return members.map(({ node: host, gpus }, rank) => ({ token: ask.token, rank, host, gpus }));
  }

  end(name: string, end: EngineEnd, by: string | null = null): void {
    const known = this.#places.get(name);
    if (known) Object.assign(known.place, { state: "ended", endedTs: (this.#clock += 1), end, by });
  }

  #known(name: string) {
    const known = this.#places.get(name);
    if (!known) throw new Error(`nobody asked for ${name}`);
    return known;
  }

  #answer(): void {
    if (this.away) throw new EngineUnknown("no answer");
  }
}
