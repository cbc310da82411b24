import { EventEmitter } from "node:events";
import { run, type Runner, type Task, type TaskList, type WorkerEvents } from "graphile-worker";
import { asLeader, assertStillLeads, db } from "~/db.server";
import { openHouseAccounts } from "~/domain/billing/open-accounts.server";
import { readFiguresTs } from "~/domain/users/read-figures-age.server";
import { env } from "~/env.server";
import { log } from "../log";
import { autoTopUp } from "./auto-top-up";
import { changePrices } from "./change-prices";
import { checkAudit } from "./check-audit";
import { checkCounts } from "./check-counts";
import { checkLedger } from "./check-ledger";
import { checkUsage } from "./check-usage";
import { compactLoad } from "./compact-load";
import { crontab } from "./crontab";
import { deleteAccounts } from "./delete-accounts";
import { deliverWebhooks, stopWebhooks } from "./deliver-webhooks";
import { grantCoins } from "./grant-coins";
import { keepActivePast } from "./keep-active-past";
import { keepWindows } from "./keep-windows";
import { prepareExports } from "./prepare-exports";
import { postCoins } from "./post-coins";
import { prune } from "./prune";
import { forgetUsageKeys, pruneUsage } from "./prune-usage";
import { quietLogger } from "./quiet-logger";
import { reconcile } from "./reconcile";
import { refreshFigures } from "./refresh-figures";
import { sendFeedback } from "./send-feedback";
import { sendMail } from "./send-mail";
import { sendUsage } from "./send-usage";
import { settleTopUps } from "./settle-top-ups";
import { syncSubscriptions } from "./sync-subscriptions";
import { notifyOfBudgets } from "./tell-of-budgets";
import { notifyOfDrains } from "./tell-of-drains";
import { warnOfKeyEnds } from "./warn-of-key-ends";
import { watchTrials } from "./watch-trials";
import { workOnEvents } from "./work-on-events";
import { WorkerLife } from "./worker-life";

const RETRY_MS = 5_000;
const CONCURRENCY = 4;
/** One job of several wishes, also of those of other workers. */
const atOnce = (name: string) => ({ jobKey: `wake:${name}`, queueName: name });

const tasks: TaskList = {
  "auto-top-up": () => autoTopUp(),
  "change-prices": changePrices,
  "check-audit": checkAudit,
  "check-counts": checkCounts,
  "check-ledger": checkLedger,
  "check-usage": checkUsage,
  "compact-load": compactLoad,
  "delete-accounts": deleteAccounts,
  "deliver-webhooks": deliverWebhooks,
  "forget-usage-keys": forgetUsageKeys,
  "grant-coins": grantCoins,
  "keep-active-past": keepActivePast,
  "keep-windows": keepWindows,
  "post-coins": postCoins,
  "prepare-exports": prepareExports,
  prune,
  "prune-usage": pruneUsage,
  reconcile: () => reconcile(),
  "refresh-figures": refreshFigures,
  "send-feedback": () => sendFeedback(),
  "send-mail": sendMail,
  "send-usage": sendUsage,
  "settle-top-ups": settleTopUps,
  "sync-subscriptions": syncSubscriptions,
  "tell-of-budgets": notifyOfBudgets,
  "tell-of-drains": notifyOfDrains,
  "warn-of-key-ends": warnOfKeyEnds,
  "watch-trials": watchTrials,
  "work-on-events": workOnEvents,
};

const NEWER =
  "the job queue of this database was made by a newer version of Millrace: start that version; until then no job is done here";

/** graphile-worker has no code for it. */
function isOfNewer(error: unknown): boolean {
  return error instanceof Error && error.message.includes("includes breaking migration");
}

/** The queue of jobs. */
interface Jobs {
  /** Runs a job at once, when it is one of the queue's; its next turn would do the same a little later. */
  wake: (name: string) => void;
  /** Whether this process takes jobs. */
  runs: () => boolean;
  stop: () => Promise<void>;
}

/** Starts the queue, and starts it again when the database comes back after an outage. */
export function startJobs(): Jobs {
  let runner: Runner | null = null;
  let stopped = false;
  const start = async () => {
    const life = new WorkerLife();
    const events: WorkerEvents = new EventEmitter();
    events.on("pool:create", ({ workerPool }) => life.add(workerPool.id));
    life.start();
    try {
      // Here rather than before: this is tried again until the database answers.
      await openHouseAccounts(db);
      runner = await run({
        connectionString: env.DATABASE_URL,
        taskList: underLease(life),
        crontab,
        concurrency: CONCURRENCY,
        noHandleSignals: true,
        logger: quietLogger,
        events,
      });
      if (stopped) return;
      // The first of an installation does not wait for its hour.
      if ((await readFiguresTs()) === null) await runner.addJob("refresh-figures", {}, atOnce("refresh-figures"));
      // Whoever was off at night writes the days now; else there is nothing to do.
      await runner.addJob("keep-active-past", {}, atOnce("keep-active-past"));
      await runner.promise;
    } catch (error) {
      if (isOfNewer(error)) log.error(NEWER);
      else if (!stopped) log.error({ err: error }, "the job queue stopped, starting it again");
    } finally {
      // Before the leases under which its jobs are done: one that went on without them would fail each job that it takes.
      await runner?.stop().catch(() => {});
      runner = null;
      await life.stop();
      if (!stopped) setTimeout(() => void start(), RETRY_MS);
    }
  };
  void start();
  return {
    wake: (name) => {
      if (!Object.hasOwn(tasks, name)) return;
      void runner
        ?.addJob(name, {}, atOnce(name))
        .catch((error: unknown) => log.warn({ err: error, job: name }, "not woken, it waits for its turn"));
    },
    runs: () => runner !== null,
    stop: async () => {
      stopped = true;
      await runner?.stop().catch(() => {});
      await stopWebhooks();
    },
  };
}

/** The tasks as they are done under the lease of their pool: a silent one that comes back changes nothing any more. */
function underLease(life: WorkerLife): TaskList {
  const leased = (task: Task): Task => {
    return async (payload, helpers) => {
      const lead = await life.lead(helpers.job.locked_by ?? "");
      await asLeader(lead, async () => {
        await task(payload, helpers);
        // What is not ours any more has failed for us: to call it done would take it from those who are at it.
        await assertStillLeads();
      });
    };
  };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, leased(task as Task)]));
}
