import {
  type Engine,
  type EngineNode,
  type EnginePlace,
  type EngineRef,
  EngineUnknown,
  type PlaceAsk,
  type PlaceList,
  type PlaceSpent,
  type ProbeLine,
} from "~/compute/engine";
import { nodeOf, type PastJob, pastPlaceOf, placeOf, type SlurmJob, spentOf } from "./answers";
import { jobIdOf, jobRequest } from "./job-request";
import { probeSlurm } from "./probe";
import type { SlurmSettings } from "~/compute/slurm-settings";
import { contentOf, errorWords, isOver, type SlurmAccess, SlurmRest } from "./slurm-rest";
import { PLACE_PREFIX, UNKNOWN_JOB } from "./words";

/** Accounting returns jobs since midnight unless a time is given; its clock and ours may differ. */
const PAST_S = 30 * 86_400;
/** Accounting learns of a job some seconds late. */
const LATE_S = 60;
/**
 * Above this number a list of all users' jobs costs slurmrestd seconds and memory, so ours are looked up one by one.
 */
const MANY_JOBS = 2_000;

interface Listing {
  jobs: SlurmJob[];
  /** By slurmctld's clock. */
  ts: number;
  /** False: some may be missing. */
  complete: boolean;
}

/** A Slurm, reached through its slurmrestd (docs/engines-slurm.md). */
export class SlurmEngine implements Engine {
  readonly kind = "slurm";
  /** The API cannot change a node, and an account with that right could end everybody's jobs. */
  readonly setDrain = null;
  readonly #settings: SlurmSettings;
  readonly #access: SlurmAccess;
  readonly #rest: SlurmRest;
  readonly #manyJobs: number;
  /** The last list; Slurm confirms it with an empty answer as long as nothing has changed. */
  #listing: Listing | null = null;
  /** Our jobs by the last list of either kind; null before the first. */
  #last: SlurmJob[] | null = null;

  constructor(
    settings: SlurmSettings,
    { manyJobs = MANY_JOBS, ...access }: Omit<SlurmAccess, "url" | "user"> & { manyJobs?: number },
  ) {
    this.#settings = settings;
    this.#manyJobs = manyJobs;
    this.#access = { ...access, url: settings.url, user: settings.user };
    this.#rest = new SlurmRest(this.#access);
  }

  probe(): Promise<ProbeLine[]> {
    return probeSlurm(this.#settings, this.#access);
  }

  async submit(ask: PlaceAsk): Promise<EngineRef> {
    const known = await this.#find(ask);
    if (known) return known;
    const body = jobRequest(ask, this.#settings);
    const id = await this.#rest.call({ method: "POST", path: "slurm/job/submit", body }, jobIdOf);
    const job = await this.#job(id);
    // The controller ended in between and reuses the number: the next attempt finds out the state.
    if (job?.name !== ask.name) throw new EngineUnknown(`job ${id} is not there any more`);
    return refOf(job);
  }

  /**
   * The oldest one with the name, if there are two. Accounting is not asked: it is often late or down, and nothing runs
   * in an ended place.
   */
  async #find({ name, again = false }: PlaceAsk): Promise<EngineRef | null> {
    // A list of all users' jobs costs slurmrestd seconds on a large site, and a first request needs no fresh one.
    const all = again ? null : this.#last;
    const jobs = (all ?? (await this.#jobs())).filter((job) => job.name === name);
    const [first] = jobs.toSorted((one, other) => one.submit_time - other.submit_time || one.job_id - other.job_id);
    return first ? refOf(first) : null;
  }

  async cancel(ref: EngineRef): Promise<void> {
    const found = ref.externalId === "" ? await this.#jobs() : [await this.#job(ref.externalId)];
    for (const job of found) {
      if (job?.name !== ref.name || placeOf(job)?.state === "ended") continue;
      await this.#rest.call({ method: "DELETE", path: `slurm/job/${job.job_id}` }, (answer) => {
        if (!isOver(answer)) throw new EngineUnknown(errorWords(answer));
      });
    }
  }

  async list(since: string | null): Promise<PlaceList | "unchanged"> {
    const listing = await this.#listSince(since === null ? null : Number(since));
    if (listing === "unchanged") return listing;
    const places = listing.jobs.map(placeOf);
    return {
      places: places.filter((place): place is EnginePlace => place !== null),
      ts: listing.ts,
      cursor: String(listing.ts),
      complete: listing.complete && !places.includes(null),
    };
  }

  async past(ref: EngineRef): Promise<EnginePlace | null> {
    if (!this.#settings.accounting) return null;
    const runsOf = await this.#accounting([ref]);
    const places = runsOf(ref)
      .map(pastPlaceOf)
      .filter((place) => place !== null);
    return places.toSorted((one, other) => one.ref.submittedTs - other.ref.submittedTs).at(-1) ?? null;
  }

  get spent(): Engine["spent"] {
    return this.#settings.accounting ? (refs) => this.#spent(refs) : null;
  }

  async #spent(refs: readonly EngineRef[]): Promise<PlaceSpent[]> {
    const runsOf = await this.#accounting(refs);
    return refs.flatMap((ref) => {
      const runs = runsOf(ref);
      return runs.length > 0 ? [{ name: ref.name, ...spentOf(runs) }] : [];
    });
  }

  /** Asks accounting for these places' jobs. Returns a function that finds the runs of one. */
  async #accounting(refs: readonly EngineRef[]): Promise<(ref: EngineRef) => PastJob[]> {
    const nowTs = Math.floor(this.#access.now().getTime() / 1000);
    const sinceTs = Math.min(...refs.map(({ submittedTs }) => submittedTs || nowTs)) - PAST_S;
    const names = encodeURIComponent(refs.map(({ name }) => name).join(","));
    const { jobs } = await this.#rest.read(`slurmdb/jobs?job_name=${names}&start_time=uts${sinceTs}`, "past");
    return ({ name, externalId }) =>
      jobs.filter((job) => job.name === name && (externalId === "" || String(job.job_id) === externalId));
  }

  async nodes(): Promise<EngineNode[]> {
    const { nodes } = await this.#rest.read("slurm/nodes", "nodes");
    return nodes
      .filter(({ partitions }) => partitions.includes(this.#settings.partition))
      .map((node) => nodeOf(node, this.#settings));
  }

  async #jobs(): Promise<SlurmJob[]> {
    const listing = await this.#listSince(this.#listing?.ts ?? null);
    return listing === "unchanged" ? (this.#listing?.jobs ?? []) : listing.jobs;
  }

  /** Lists our jobs among all that slurmctld has: it filters only by time. */
  async #listSince(sinceTs: number | null): Promise<Listing | "unchanged"> {
    // Its time is read first: a job that changes during the listing is listed again.
    const { statistics } = await this.#rest.read("slurm/diag", "diag");
    const { req_time: ts, jobs_pending: pending, jobs_running: running } = statistics;
    if (pending + running > this.#manyJobs && this.#settings.account !== "" && this.#settings.accounting) {
      // Accounting is often down, and a first request does not need its list.
      this.#last ??= [];
      this.#last = await this.#jobsByNumber(ts);
      return { jobs: this.#last, ts, complete: false };
    }
    const request = { path: "slurm/jobs", sinceTs: sinceTs === null ? null : sinceTs - 1 };
    const jobs = await this.#rest.call(request, (answer) => {
      return answer.unchanged && sinceTs !== null ? "unchanged" : contentOf(answer, "jobs").jobs;
    });
    if (jobs === "unchanged") return jobs;
    this.#listing = { jobs: jobs.filter((job) => this.#isOurs(job)), ts, complete: true };
    this.#last = this.#listing.jobs;
    return this.#listing;
  }

  /** Accounting lists the jobs of our account; only slurmctld knows what they wait for. */
  async #jobsByNumber(ts: number): Promise<SlurmJob[]> {
    const path = `slurmdb/jobs?account=${encodeURIComponent(this.#settings.account)}&start_time=uts${ts - LATE_S}`;
    const found: SlurmJob[] = [];
    for (const { job_id: id, name } of (await this.#rest.read(path, "past")).jobs) {
      const job = PLACE_NAME.test(name) ? await this.#job(String(id)) : null;
      if (job?.name === name) found.push(job);
    }
    return found;
  }

  /** Null: slurmctld does not know the job. */
  async #job(id: string): Promise<SlurmJob | null> {
    const [job] = await this.#rest.call({ path: `slurm/job/${encodeURIComponent(id)}` }, (answer) => {
      return answer.errors.some(({ number }) => number === UNKNOWN_JOB) ? [] : contentOf(answer, "jobs").jobs;
    });
    return job && this.#isOurs(job) ? job : null;
  }

  #isOurs(job: SlurmJob): boolean {
    return job.user_name === this.#settings.user && PLACE_NAME.test(job.name);
  }
}

/** Except the job of a probe. */
const PLACE_NAME = new RegExp(`^${PLACE_PREFIX}[\\da-f-]{36}-\\d+$`);

function refOf(job: SlurmJob): EngineRef {
  return { name: job.name, externalId: String(job.job_id), submittedTs: job.submit_time };
}
