import {
  type Engine,
  type EngineEnd,
  type EngineNode,
  type EnginePlace,
  type EngineRef,
  EngineUnknown,
  type PlaceAsk,
  type PlaceList,
  PlaceRefused,
  type PlaceSpent,
  type ProbeLine,
} from "~/compute/engine";

/** Environment of an agent that the scheduler starts. */
export interface StartedPilot {
  token: string;
  rank: number;
  host: string;
  gpus: number[];
  /** Number of its job. */
  job: string;
}

interface Job {
  ask: PlaceAsk;
  place: EnginePlace;
  /** The controller lists it. */
  listed: boolean;
  /** Accounting knows its end. */
  accounted: boolean;
}

/** What may go wrong with the next call of its kind. */
export type Fault = "submit lost" | "submit twice" | "empty list" | "partial list";

/** A scheduler of others, in memory: it keeps what it is asked for, and starts, ends and forgets it when a test says so. */
export class FakeScheduler implements Engine {
  readonly kind = "fake";
  readonly setDrain = null;
  readonly #jobs: Job[] = [];
  #lastId = 0;
  #clock = 1_700_000_000;
  #faults: Fault[] = [];
  /** True: nobody can ask it. */
  away = false;
  /** Not empty: it refuses whatever is submitted, with these words. */
  refusing = "";
  /** Names that it was told to cancel. */
  readonly cancelled: string[] = [];

  async probe(): Promise<ProbeLine[]> {
    return [{ what: "scheduler", state: this.away ? "fault" : "ok", text: this.away ? "no answer" : "in memory" }];
  }

  async submit(ask: PlaceAsk): Promise<EngineRef> {
    this.#answer();
    if (this.refusing !== "") throw new PlaceRefused(this.refusing);
    const known = this.#named(ask.name).find(({ listed }) => listed);
    if (known) return known.place.ref;
    const ref = this.add(ask);
    if (this.#has("submit twice")) this.add(ask);
    if (this.#has("submit lost")) throw new EngineUnknown("the answer was lost");
    return ref;
  }

  /** One more job, even if there is one of its name. */
  add(ask: PlaceAsk): EngineRef {
    const ref = { name: ask.name, externalId: String((this.#lastId += 1)), submittedTs: (this.#clock += 1) };
    const place: EnginePlace = {
      ...{ ref, state: "waiting", reason: { kind: "gpus", word: "Resources" }, startsAboutTs: null },
      ...{ startedTs: null, endedTs: null, end: null, by: null, members: [] },
    };
    this.#jobs.push({ ask, place, listed: true, accounted: true });
    return ref;
  }

  /** Compares the name, because numbers are used again. */
  async cancel({ name, externalId }: EngineRef): Promise<void> {
    this.#answer();
    this.cancelled.push(name);
    for (const job of this.#named(name)) {
      if (job.listed && (externalId === "" || externalId === job.place.ref.externalId)) this.endJob(job, "cancelled");
    }
  }

  async list(): Promise<PlaceList> {
    this.#answer();
    const all = this.#has("empty list")
      ? []
      : this.#jobs.filter(({ listed }) => listed).map(({ place }) => ({ ...place }));
    const complete = !this.#has("partial list");
    const places = complete ? all : all.slice(0, all.length / 2);
    return { places, ts: (this.#clock += 1), cursor: String(this.#clock), complete };
  }

  async past({ name, externalId }: EngineRef): Promise<EnginePlace | null> {
    this.#answer();
    const job = this.#named(name).find(({ place }) => externalId === "" || place.ref.externalId === externalId);
    return job?.accounted && job.place.state === "ended" ? { ...job.place } : null;
  }

  /** In accounting's seconds, by name; a place that is not there is unknown. `null`: no accounting. */
  times: Map<string, Omit<PlaceSpent, "name">> | null = new Map();
  /** Calls of accounting. */
  timesAsked = 0;

  get spent(): Engine["spent"] {
    if (!this.times) return null;
    return async (refs) => {
      this.timesAsked += 1;
      this.#answer();
      return refs.flatMap(({ name }) => {
        const time = this.times?.get(name);
        return time ? [{ name, ...time }] : [];
      });
    };
  }

  async nodes(): Promise<EngineNode[]> {
    this.#answer();
    return ["n1", "n2", "n3", "n4"].map((name) => {
      return { name, gpuType: "a5000", gpus: 8, gpusInUse: 0, takesJobs: true, why: "" };
    });
  }

  /** Something goes wrong with the next call that it fits. */
  fail(fault: Fault): void {
    this.#faults.push(fault);
  }

  get waiting(): Job[] {
    return this.#jobs.filter(({ place, listed }) => listed && place.state === "waiting");
  }

  /** Jobs that have GPUs, whether or not the controller still knows them. */
  get running(): Job[] {
    return this.#jobs.filter(({ place }) => place.state === "running");
  }

  /** Starts the oldest job of that name, or starts it once more, as after a requeue: its agents find the same. */
  start(name: string): StartedPilot[] {
    const job = this.#named(name).find(({ place }) => place.state !== "ended");
    if (!job) throw new Error(`nobody asked for ${name}`);
    return this.startJob(job);
  }

  startJob({ ask, place }: Job): StartedPilot[] {
    const members = Array.from({ length: ask.nodes }, (_, rank) => ({
      node: `n${rank + 1}`,
      gpus: Array.from({ length: ask.gpusPerNode }, (_gpu, gpu) => gpu),
    }));
    Object.assign(place, { state: "running", startedTs: (this.#clock += 1), members });
    const job = place.ref.externalId;
    return members.map(({ node: host, gpus }, rank) => ({ token: ask.token, rank, host, gpus, job }));
  }

  end(name: string, end: EngineEnd, by: string | null = null): void {
    for (const job of this.#named(name)) this.endJob(job, end, by);
  }

  endJob({ place }: Job, end: EngineEnd, by: string | null = null): void {
    if (place.state !== "ended") Object.assign(place, { state: "ended", endedTs: (this.#clock += 1), end, by });
  }

  /** The controller loses what it had not saved: the job runs on, unknown, and its number is used again. */
  forget(job: Job): void {
    job.listed = false;
    job.accounted = false;
    this.#lastId = Math.min(this.#lastId, Number(job.place.ref.externalId) - 1);
  }

  /** An ended job is dropped from the list; accounting has it. */
  age(): void {
    for (const job of this.#jobs) if (job.place.state === "ended") job.listed = false;
  }

  #named(name: string): Job[] {
    return this.#jobs.filter(({ ask }) => ask.name === name);
  }

  #has(fault: Fault): boolean {
    const index = this.#faults.indexOf(fault);
    if (index >= 0) this.#faults.splice(index, 1);
    return index >= 0;
  }

  #answer(): void {
    if (this.away) throw new EngineUnknown("no answer");
  }
}
