import type { Server } from "socket.io";
import { pruneKeys } from "~/domain/accounts/api-keys/prune-keys.server";
import { warnOfEnds } from "~/domain/accounts/api-keys/warn-of-ends.server";
import { pruneDeviceLogins } from "~/domain/accounts/device-login/prune-device-logins.server";
import { pruneEmailChanges } from "~/domain/accounts/email-change/read-email-change.server";
import { pruneMailLinks } from "~/domain/accounts/prune-mail-links.server";
import { pruneSessions } from "~/domain/accounts/prune-sessions.server";
import { removeUnverified } from "~/domain/accounts/remove-unverified.server";
import { pruneTeams } from "~/domain/accounts/teams/prune-teams.server";
import { prunePendingLogins } from "~/domain/accounts/two-factor/pending-login.server";
import { pruneAudit } from "~/domain/audit/prune-audit.server";
import { watchBudgets } from "~/domain/billing/budget/watch-budgets.server";
import { chargeRunning } from "~/domain/billing/charge-tasks.server";
import { mergeLedgerHours } from "~/domain/billing/ledger-hours.server";
import { nextZeroAt } from "~/domain/billing/next-zero.server";
import { mergeGpuUse, sampleGpuUse } from "~/domain/capacity/gpu-use.server";
import { scheduleAll } from "~/domain/capacity/schedule.server";
import { pruneDeliveries } from "~/domain/endpoints/prune-deliveries.server";
import { pruneFaqHistory } from "~/domain/faq/prune-history.server";
import { pruneFeedback } from "~/domain/feedback/unsent-feedback.server";
import { forEachStep } from "~/domain/for-each";
import { endTrials } from "~/domain/marketing/end-trials.server";
import { remindTrials } from "~/domain/marketing/remind-trials.server";
import { beatReceiving } from "~/domain/nodes/beat-receiving.server";
import { checkHealth } from "~/domain/nodes/check-health.server";
import { pruneNodeHealth } from "~/domain/nodes/findings/read-findings.server";
import { keepWindows } from "~/domain/nodes/maintenance/keep-windows.server";
import { notifyOfDrains } from "~/domain/nodes/notify-of-drain.server";
import { pruneNotices } from "~/domain/notices/prune-notices.server";
import { deleteAccounts } from "~/domain/own-data/deletion/delete-accounts.server";
import { prepareExports } from "~/domain/own-data/export/prepare-exports.server";
import { pruneExports } from "~/domain/own-data/export/read-exports.server";
import { wakeForNeed } from "~/domain/payments/auto-top-up/wake-for-need.server";
import { settleTopUps } from "~/domain/payments/settle-top-ups.server";
import { applyPlannedPrices } from "~/domain/pricing/apply-planned-prices.server";
import { pruneServiceDays } from "~/domain/status/prune-service-days.server";
import { sampleService } from "~/domain/status/sample-service.server";
import { grantDueCoins } from "~/domain/subscription/grant-coins.server";
import { syncSubscriptions } from "~/domain/subscription/sync-subscriptions.server";
import { advanceTasks } from "~/domain/tasks/advance-tasks.server";
import { compactTaskLoad } from "~/domain/tasks/compact-task-load.server";
import { SAMPLE_S } from "~/domain/tasks/load-span";
import { pruneCalls } from "~/domain/tasks/prune-calls.server";
import { pruneTaskLogs } from "~/domain/tasks/prune-task-logs.server";
import { watchMemberLimits } from "~/domain/tasks/stop-at-member-limit.server";
import { watchBalances } from "~/domain/tasks/watch-balances.server";
import type { TICK_SECONDS, TickName } from "~/domain/ticks";
import { notifyOfBudgets } from "~/domain/usage/budget.server";
import { postCoins } from "~/domain/usage/post-coins.server";
import { pruneHolds } from "~/domain/usage/prune-holds.server";
import { forgetKeys, pruneUsage } from "~/domain/usage/prune-usage.server";
import { rollUp } from "~/domain/usage/roll-up.server";
import { keepActivePast } from "~/domain/users/keep-active-past.server";
import { readFiguresTs } from "~/domain/users/read-figures-age.server";
import { recordActiveWithin } from "~/domain/users/record-active.server";
import { refreshFigures } from "~/domain/users/refresh-figures.server";
import { watchCopies } from "~/domain/volumes/watch-copies.server";
import { watchVolumes } from "~/domain/volumes/watch-volumes.server";
import { pruneWebhookPayloads } from "~/domain/webhooks/prune-webhook-payloads.server";
import { pruneWorkspaces } from "~/domain/workspaces/prune-workspaces.server";
import type { OwnRow } from "./clock/beats";
import { addDemoUsage } from "./jobs/demo-usage";
import { atProvider, autoTopUp, reconcileMoney, sendMinutes, processReports } from "./jobs/payments";
import { checkAudit, checkCounts, checkLedger, checkUsage } from "./jobs/proofs";
import { sendFeedback } from "./jobs/send-feedback";
import { sendMail } from "./jobs/send-mail";
import { webhookSender } from "./jobs/webhook-sender";
import { closeEndedKeys } from "./live/agent-keys";
import type { LiveFigures } from "./live/figures";
import { closeEndedSessions } from "./live/sessions";
import type { OpenWays } from "./ways/open-ways";

type Run = (at: { now: Date }) => Promise<unknown>;

/** Work on a fixed beat, done by the worker that leads it. */
type Tick = {
  [Name in TickName]: {
    name: Name;
    /** Seconds, as in `app/domain/ticks.ts`: the web process reads names and beats there. */
    every: (typeof TICK_SECONDS)[Name];
    run: Run;
    /** When it has to run before its next beat. */
    nextAt?: (at: { now: Date }) => Promise<Date | null>;
  };
}[TickName];

/** Work from the queue. A start missed while no worker ran is not made up for: the next one does the same. */
export interface Job {
  /** Stored in the queue: it stays as it is. */
  name: string;
  /** Minute, hour, day, month, weekday; UTC. */
  cron: string;
  /** One start more each day. */
  atNight?: string;
  /** Jobs of one queue run one after the other. Without it the queue has the job's name; null is no queue. */
  queue?: string | null;
  /** Whether it runs at once when a worker starts. */
  atStart?: () => Promise<boolean>;
  run: Run;
}

export const TICKS: readonly Tick[] = [
  { name: "scheduler", every: 1, run: scheduleAll },
  { name: "advance", every: 1, run: advanceTasks },
  { name: "health", every: 1, run: checkHealth },
  { name: "billing", every: 60, run: chargeRunning },
  {
    name: "balance",
    every: 5,
    run: steps({ watchBalances, watchVolumes, watchCopies, watchMemberLimits, wakeForNeed, watchBudgets }),
    // The beat is the safety net: it runs at the very second at which the next tenant's money ends (B8).
    nextAt: nextZeroAt,
  },
  { name: "sample", every: 60, run: steps({ sampleGpuUse, sampleService }) },
  { name: "usage", every: 1, run: ({ now }) => rollUp({ now, recordActive: recordActiveWithin }) },
];

const EACH_MINUTE = "* * * * *";

export const JOBS: readonly Job[] = [
  { name: "auto-top-up", cron: EACH_MINUTE, run: autoTopUp },
  { name: "change-prices", cron: EACH_MINUTE, run: applyPlannedPrices },
  { name: "delete-accounts", cron: EACH_MINUTE, run: deleteAccounts },
  { name: "deliver-webhooks", cron: EACH_MINUTE, run: () => webhookSender.turn() },
  { name: "demo-usage", cron: EACH_MINUTE, run: addDemoUsage },
  { name: "grant-coins", cron: EACH_MINUTE, run: grantDueCoins },
  { name: "keep-windows", cron: EACH_MINUTE, run: keepWindows },
  { name: "prepare-exports", cron: EACH_MINUTE, run: prepareExports },
  { name: "send-feedback", cron: EACH_MINUTE, run: () => sendFeedback() },
  { name: "send-mail", cron: EACH_MINUTE, run: sendMail },
  { name: "send-usage", cron: EACH_MINUTE, run: sendMinutes },
  { name: "settle-top-ups", cron: EACH_MINUTE, run: atProvider(settleTopUps) },
  { name: "sync-subscriptions", cron: EACH_MINUTE, run: atProvider(syncSubscriptions) },
  { name: "tell-of-budgets", cron: EACH_MINUTE, run: notifyOfBudgets },
  { name: "tell-of-drains", cron: EACH_MINUTE, run: notifyOfDrains },
  { name: "watch-trials", cron: EACH_MINUTE, queue: null, run: steps({ remindTrials, endTrials }) },
  { name: "work-on-events", cron: EACH_MINUTE, run: processReports },
  { name: "compact-load", cron: "*/10 * * * *", queue: null, run: compactTaskLoad },
  { name: "reconcile", cron: "7 * * * *", run: reconcileMoney },
  {
    name: "prune",
    cron: "17 * * * *",
    queue: null,
    run: steps({
      pruneSessions,
      prunePendingLogins,
      pruneMailLinks,
      pruneEmailChanges,
      pruneExports,
      pruneDeviceLogins,
      pruneKeys,
      pruneTeams,
      removeUnverified,
      pruneFaqHistory,
      pruneFeedback,
      pruneTaskLogs,
      pruneCalls,
      pruneNotices,
      pruneDeliveries,
      pruneWebhookPayloads,
      pruneWorkspaces,
      pruneHolds,
      pruneAudit,
      mergeLedgerHours,
      mergeGpuUse,
      pruneServiceDays,
      pruneNodeHealth,
    }),
  },
  { name: "post-coins", cron: "21 * * * *", atNight: "59 23 * * *", run: postCoins },
  {
    name: "refresh-figures",
    cron: "27 * * * *",
    // The first of an installation does not wait for its hour.
    atStart: async () => (await readFiguresTs()) === null,
    run: refreshFigures,
  },
  { name: "warn-of-key-ends", cron: "37 * * * *", run: warnOfEnds },
  { name: "prune-usage", cron: "47 * * * *", run: pruneUsage },
  // A worker that was off at night writes the days when it starts.
  { name: "keep-active-past", cron: "20 0 * * *", atStart: async () => true, run: keepActivePast },
  { name: "forget-usage-keys", cron: "40 2 * * *", queue: "prune-usage", run: forgetKeys },
  { name: "check-ledger", cron: "30 3 * * *", queue: null, run: checkLedger },
  { name: "check-audit", cron: "50 3 * * *", queue: null, run: checkAudit },
  { name: "check-counts", cron: "10 4 * * *", run: checkCounts },
  { name: "check-usage", cron: "40 4 * * *", run: checkUsage },
];

/** What a worker has open. */
interface Open {
  io: Server;
  /** Its name among the workers that hear nodes. */
  worker: string;
  figures: LiveFigures;
  ways: OpenWays;
}

/** Work on a fixed beat that each worker does for its own sockets: no lead, and no row in the metrics. */
export function ownRows({ io, worker, figures, ways }: Open): OwnRow[] {
  return [
    // Says that reports can be received: without it, an outage of ours would count as the nodes' silence (6.1).
    { name: "receive", every: 1, run: ({ now }) => beatReceiving({ worker, now }) },
    { name: "live task_load", every: SAMPLE_S, run: () => figures.sendLoads() },
    { name: "live sysinfo", every: 5, run: () => figures.sendStaff() },
    { name: "live balance", every: 10, run: () => figures.sendBalances() },
    // Logins, overlaps of keys, terminals and ports also end by themselves.
    { name: "ended sessions", every: 60, run: (at) => closeEndedSessions(io, at) },
    { name: "ended agent keys", every: 60, run: (at) => closeEndedKeys(io, at) },
    { name: "open terminals and ports", every: 60, run: () => ways.lookAtAll() },
  ];
}

export function findTick(name: TickName): Tick {
  const found = TICKS.find((tick) => tick.name === name);
  if (!found) throw new Error(`the timetable has no tick ${name}`);
  return found;
}

/** Each step is taken, whatever becomes of the others; each fault begins with the name of its step. */
function steps(all: Record<string, Run>): Run {
  return () =>
    forEachStep(Object.fromEntries(Object.entries(all).map(([name, step]) => [name, () => step({ now: new Date() })])));
}
