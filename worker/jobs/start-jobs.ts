import { EventEmitter } from "node:events";
import { type CronItem, run, type Runner, type Task, type WorkerEvents } from "graphile-worker";
import { asLeader, db } from "~/platform/db.server";
import { openHouseAccounts } from "~/money/open-accounts.server";
import { env } from "~/platform/env.server";
import { figuresOf } from "~/platform/figures-of";
import { presentTime } from "~/platform/time.server";
import { beginTrace } from "~/platform/tracing.server";
import { attempt, recorded } from "../clock/attempt";
import { log } from "../log";
import { type Job, JOBS } from "../timetable";
import { JobStarts } from "./job-starts";
import { quietLogger } from "./quiet-logger";
import { webhookSender } from "./webhook-sender";
import { WorkerLife } from "./worker-life";

const RETRY_MS = 5_000;
const LOOK_MS = 1_000;
const CONCURRENCY = 4;
/** Several requests make one job, even requests of other workers. */
const atOnce = (name: string) => ({ jobKey: `wake:${name}`, queueName: name });

/**
 * Reports of ended jobs. Without a delay graphile-worker does not wait for them, and one that fails, because the
 * database is away, ends the whole process. In batches it stops the queue, which starts again.
 */
const REPORTS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
/**
 * Time that a queue which stops gets once a report has failed or all its jobs have ended. A job that runs on is repeated by
 * the next queue, and changes nothing more: meanwhile no other would run.
 */
const REPORTS_MS = 5_000;
const LAST_EVENTS = [
  "pool:fatalError",
  "pool:gracefulShutdown:complete",
  "pool:forcefulShutdown:complete",
  "pool:forcefulShutdown:error",
] as const;

const NEWER =
  "the job queue of this database was made by a newer version of Millrace: start that version; until then no job is done here";

/** graphile-worker has no code for it. */
function isOfNewer(error: unknown): boolean {
  return error instanceof Error && error.message.includes("includes breaking migration");
}

interface Jobs {
  /** Runs a job at once, when it is one of the queue's; its next turn would do the same a little later. */
  wake: (name: string) => void;
  /** Returns whether this process takes jobs. */
  runs: () => boolean;
  stop: () => Promise<void>;
}

/** Starts the queue, and starts it again when the database comes back after an outage. */
export function startJobs(jobs: readonly Job[] = JOBS): Jobs {
  let runner: Runner | null = null;
  let life: WorkerLife | null = null;
  /** Fails if the runner waits for its last jobs and reports: once several have failed, it would for ever. */
  let overdue: Promise<never> | null = null;
  let stopped = false;
  const start = async () => {
    const alive = new WorkerLife();
    life = alive;
    let look: ReturnType<typeof setInterval> | undefined;
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => alive.add(workerPool.id));
    overdue = failWithoutReports(events);
    alive.start();
    try {
      // Here rather than earlier: this is retried until the database answers.
      await openHouseAccounts(db);
      runner = await run({
        connectionString: env.DATABASE_URL,
        taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, alive)])),
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        preset: { worker: REPORTS },
        logger: quietLogger,
        events,
      });
      if (stopped) return;
      const starts = new JobStarts(jobs.flatMap(startsOf));
      look = setInterval(
        () => void attempt("starts of jobs", () => starts.look(presentTime())).catch(() => {}),
        LOOK_MS,
      );
      for (const { name, atStart } of jobs) if (await atStart?.()) await runner.addJob(name, {}, atOnce(name));
      await Promise.race([runner.promise, overdue]);
    } catch (error) {
      if (isOfNewer(error)) log.error(NEWER);
      else if (!stopped) log.error({ err: error }, "the job queue stopped, starting it again");
    } finally {
      clearInterval(look);
      // Before the leases of its jobs end: a runner that continued without them would fail each job that it takes.
      await runner?.stop().catch(() => {});
      runner = null;
      await alive.stop();
      if (!stopped) setTimeout(() => void start(), RETRY_MS);
    }
  };
  void start();
  return {
    wake: (name) => {
      if (!jobs.some((job) => job.name === name)) return;
      void runner
        ?.addJob(name, {}, atOnce(name))
        .catch((error: unknown) => log.warn({ err: error, job: name }, "not woken, it waits for its turn"));
    },
    runs: () => runner !== null && life?.holdsLeases === true,
    stop: async () => {
      stopped = true;
      await Promise.race([runner?.stop(), overdue]).catch(() => {});
      await webhookSender.stop();
    },
  };
}

function failWithoutReports(events: WorkerEvents): Promise<never> {
  const overdue = new Promise<never>((_, fail) => {
    const late = () => void setTimeout(fail, REPORTS_MS, new Error("the last jobs were not reported")).unref();
    for (const event of LAST_EVENTS) events.on(event, late);
  });
  overdue.catch(() => {});
  return overdue;
}

/** Returns the crontab entries that start a job. */
export function startsOf({ name, cron, atNight, queue = name }: Job): CronItem[] {
  const options = queue === null ? {} : { queueName: queue };
  const start = { task: name, match: cron, identifier: name, options };
  return atNight === undefined ? [start] : [start, { ...start, match: atNight, identifier: `${name}-at-night` }];
}

/** Wraps a job for the queue, under the lease of its pool: a worker that comes back after falling silent can no longer change anything. */
function taskOf({ name, run }: Job, life: WorkerLife): Task {
  return async (_payload, helpers) =>
    await attempt(
      name,
      async () =>
        await beginTrace(`job ${name}`, async () => {
          const lead = await life.lead(helpers.job.locked_by ?? "");
          // A job that was taken over fails as it is recorded: success would remove it from the present worker.
          const answer = await asLeader(lead, () => recorded(name, () => run({ now: presentTime() })));
          const figures = figuresOf(answer);
          if (Object.keys(figures).length > 0) log.info({ job: name, ...figures }, "done");
        }),
    );
}
