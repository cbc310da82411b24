import type { Server } from "socket.io";
import { pruneKeys } from "~/accounts/prune-keys.server";
import { warnOfEnds } from "~/accounts/warn-of-ends.server";
import { pruneDeviceLogins } from "~/accounts/prune-device-logins.server";
import { pruneEmailChanges } from "~/accounts/read-email-change.server";
import { pruneMailLinks } from "~/accounts/prune-mail-links.server";
import { pruneSessions } from "~/accounts/prune-sessions.server";
import { removeUnverified } from "~/accounts/remove-unverified.server";
import { pruneTeams } from "~/accounts/prune-teams.server";
import { prunePendingLogins } from "~/accounts/pending-login.server";
import { pruneAudit } from "~/platform/prune-audit.server";
import { watchBudgets } from "~/money/watch-budgets.server";
import { chargeRunning } from "~/money/charge-tasks.server";
import { mergeLedgerHours } from "~/money/ledger-hours.server";
import { nextZeroAt } from "~/money/next-zero.server";
import { mergeGpuUse, sampleGpuUse } from "~/compute/gpu-use.server";
import { scheduleAll } from "~/compute/schedule.server";
import { pruneDeliveries } from "~/accounts/prune-deliveries.server";
import { presentTime } from "~/platform/time.server";
import { pruneFaqHistory } from "~/site/prune-faq-history.server";
import { pruneConversations } from "~/site/prune-conversations.server";
import { pruneFeedback } from "~/site/unsent-feedback.server";
import { forEachStep } from "~/platform/for-each";
import { endTrials } from "~/payments/end-trials.server";
import { remindTrials } from "~/payments/remind-trials.server";
import { beatReceiving } from "~/fleet/beat-receiving.server";
import { checkHealth } from "~/fleet/check-health.server";
import { lookForAdvice, readLookTs } from "~/rehearsal/look-for-advice.server";
import { pruneRehearsals } from "~/rehearsal/prune-rehearsals.server";
import type { ForecastOutcome } from "~/rehearsal/run-forecast.server";
import type { RehearsalOutcome } from "~/rehearsal/run-rehearsal.server";
import { pruneNodePast } from "~/fleet/prune-node-past.server";
import { keepWindows } from "~/fleet/keep-windows.server";
import { notifyOfDrains } from "~/fleet/notify-of-drain.server";
import { pruneLimits } from "~/platform/prune-limits.server";
import { pruneNotices } from "~/platform/prune-notices.server";
import { deleteAccounts } from "~/staff/delete-accounts.server";
import { prepareExports } from "~/staff/prepare-exports.server";
import { pruneExports } from "~/staff/read-exports.server";
import { wakeForNeed } from "~/payments/wake-for-need.server";
import { remindOfInvoices } from "~/payments/remind-of-invoices.server";
import { refundToCards } from "~/payments/refund-to-cards.server";
import { detachCards } from "~/payments/detach-cards.server";
import { settleTopUps } from "~/payments/settle-top-ups.server";
import { applyPlannedPrices } from "~/compute/apply-planned-prices.server";
import { pruneServiceDays } from "~/fleet/prune-service-days.server";
import { sampleNodeService } from "~/fleet/sample-node-service.server";
import { sampleService } from "~/fleet/sample-service.server";
import type { Gathered } from "~/fleet/gather-telemetry";
import { pruneTelemetry, rollUpTelemetry } from "~/fleet/roll-up-telemetry.server";
import { writeTelemetry } from "~/fleet/write-telemetry.server";
import { grantDueCoins } from "~/payments/grant-coins.server";
import { syncSubscriptions } from "~/payments/sync-subscriptions.server";
import { advanceTasks } from "~/compute/advance-tasks.server";
import { compactTaskLoad } from "~/compute/compact-task-load.server";
import { SAMPLE_S } from "~/compute/load-span";
import { pruneCalls } from "~/compute/prune-calls.server";
import { pruneTaskLogs } from "~/compute/prune-task-logs.server";
import { watchLimits } from "~/compute/stop-at-limits.server";
import { watchBalances } from "~/compute/watch-balances.server";
import type { TICK_SECONDS, TickName } from "~/platform/ticks";
import { notifyOfBudgets } from "~/usage/usage-budget.server";
import { postCoins } from "~/usage/post-coins.server";
import { pruneHolds } from "~/usage/prune-holds.server";
import { forgetKeys, pruneUsage } from "~/usage/prune-usage.server";
import { rollUp } from "~/usage/roll-up.server";
import { keepActivePast } from "~/staff/keep-active-past.server";
import { keepCohorts } from "~/staff/keep-cohorts.server";
import { mailReports } from "~/staff/mail-reports.server";
import { pruneAlerts } from "~/staff/prune-alerts.server";
import { readFiguresTs } from "~/staff/read-figures-age.server";
import { recordActiveWithin } from "~/staff/record-active.server";
import { refreshFigures } from "~/staff/refresh-figures.server";
import { sendAlerts } from "~/staff/send-alerts.server";
import { watchAlerts } from "~/staff/watch-alerts.server";
import { watchCopies } from "~/compute/watch-copies.server";
import { judgeStartEstimates } from "~/compute/start-estimates.server";
import { watchVolumes } from "~/compute/watch-volumes.server";
import { pruneWebhookPayloads } from "~/payments/prune-webhook-payloads.server";
import { pruneWorkspaces } from "~/usage/prune-workspaces.server";
import type { OwnRow } from "./clock/beats";
import type { EngineBeats } from "./engines/follow-engines";
import { makeEngine, probeEngine } from "./engines/make-engine";
import { checkPlaceTimes, prunePlaceTimes } from "~/compute/check-place-times.server";
import { warnOfTokenEnds } from "~/compute/watch-engines.server";
import { ENGINE_TESTS, testEngines } from "~/compute/engine-tests.server";
import { runDemoTraffic } from "~/compute/demo-traffic.server";
import { saveDemoCard } from "~/payments/save-demo-card.server";
import { notifyOfFreeGpus } from "~/compute/notify-of-free-gpus.server";
import { addDemoUsage } from "./jobs/demo-usage";
import { isReconciled } from "~/staff/reconcile.server";
import { atProvider, autoTopUp, reconcileMoney, sendMinutes, processReports } from "./jobs/payments";
import { checkAudit, checkCounts, checkLedger, checkUsage } from "./jobs/proofs";
import { sendFeedback } from "./jobs/send-feedback";
import { sendMail } from "./jobs/send-mail";
import { webhookSender } from "./jobs/webhook-sender";
import { closeEndedKeys } from "./live/agent-keys";
import type { DesiredStates } from "./live/desired-states";
import type { LiveFigures } from "./live/figures";
import { closeEndedSessions } from "./live/sessions";
import type { OpenStreams } from "./access/open-streams";
import type { SshGateway } from "./access/ssh-gateway";
import type { Runner } from "./rehearsals/runner";

type Run = (at: { now: Date }) => Promise<unknown>;

/** Work on a fixed beat, done by the worker that leads it. */
type Tick = {
  [Name in TickName]: {
    name: Name;
    /** Seconds, as in `app/platform/ticks.ts`: the web process reads names and beats there. */
    every: (typeof TICK_SECONDS)[Name];
    run: Run;
    /** Time of a run before the next beat. */
    nextAt?: (at: { now: Date }) => Promise<Date | null>;
  };
}[TickName];

/** Work from the queue. A start missed while no worker ran is not repeated: the next one does the same. */
export interface Job {
  /** Stored in the queue, so it never changes. */
  name: string;
  /** Minute, hour, day, month, weekday; UTC. */
  cron: string;
  /** One additional start each day. */
  atNight?: string;
  /** Jobs of one queue run one after the other. Without it the queue has the job's name; null is no queue. */
  queue?: string | null;
  /** Returns whether it runs at once when a worker starts. */
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
    run: steps({ watchBalances, watchVolumes, watchCopies, watchLimits, wakeForNeed, watchBudgets }),
    // The beat is the safety net: it runs at the very second at which the next tenant's money ends (B8).
    nextAt: nextZeroAt,
  },
  { name: "sample", every: 60, run: steps({ sampleGpuUse, sampleService, sampleNodeService }) },
  { name: "usage", every: 1, run: ({ now }) => rollUp({ now, recordActive: recordActiveWithin }) },
];

const EACH_MINUTE = "* * * * *";

export const JOBS: readonly Job[] = [
  { name: "auto-top-up", cron: EACH_MINUTE, run: autoTopUp },
  { name: "change-prices", cron: EACH_MINUTE, run: applyPlannedPrices },
  { name: "delete-accounts", cron: EACH_MINUTE, run: deleteAccounts },
  { name: "deliver-webhooks", cron: EACH_MINUTE, run: () => webhookSender.turn() },
  { name: "detach-cards", cron: EACH_MINUTE, run: atProvider(detachCards) },
  { name: "demo-card", cron: "13 * * * *", atStart: async () => true, run: saveDemoCard },
  { name: "demo-traffic", cron: EACH_MINUTE, run: runDemoTraffic },
  { name: "demo-usage", cron: EACH_MINUTE, run: addDemoUsage },
  { name: "grant-coins", cron: EACH_MINUTE, run: grantDueCoins },
  { name: "keep-windows", cron: EACH_MINUTE, run: keepWindows },
  { name: "prepare-exports", cron: EACH_MINUTE, run: prepareExports },
  { name: "remind-of-invoices", cron: EACH_MINUTE, run: remindOfInvoices },
  { name: "refund-to-cards", cron: EACH_MINUTE, run: atProvider(refundToCards) },
  { name: "send-alerts", cron: EACH_MINUTE, run: sendAlerts },
  { name: "send-feedback", cron: EACH_MINUTE, run: () => sendFeedback() },
  { name: "send-mail", cron: EACH_MINUTE, run: sendMail },
  { name: "send-usage", cron: EACH_MINUTE, run: sendMinutes },
  { name: "settle-top-ups", cron: EACH_MINUTE, run: atProvider(settleTopUps) },
  { name: "sync-subscriptions", cron: EACH_MINUTE, run: atProvider(syncSubscriptions) },
  { name: ENGINE_TESTS, cron: EACH_MINUTE, run: (at) => testEngines(at, probeEngine) },
  { name: "tell-of-budgets", cron: EACH_MINUTE, run: notifyOfBudgets },
  { name: "tell-of-drains", cron: EACH_MINUTE, run: notifyOfDrains },
  { name: "tell-of-gpus", cron: EACH_MINUTE, run: notifyOfFreeGpus },
  { name: "watch-alerts", cron: EACH_MINUTE, run: watchAlerts },
  { name: "watch-engines", cron: EACH_MINUTE, run: warnOfTokenEnds },
  { name: "watch-trials", cron: EACH_MINUTE, queue: null, run: steps({ remindTrials, endTrials }) },
  { name: "work-on-events", cron: EACH_MINUTE, run: processReports },
  { name: "roll-up-telemetry", cron: "*/5 * * * *", run: steps({ rollUpTelemetry, pruneTelemetry }) },
  { name: "compact-load", cron: "*/10 * * * *", queue: null, run: compactTaskLoad },
  // A new installation does not wait for the job's hour.
  { name: "reconcile", cron: "7 * * * *", atStart: async () => !(await isReconciled()), run: reconcileMoney },
  {
    name: "prune",
    cron: "17 * * * *",
    queue: null,
    run: steps({
      pruneSessions,
      prunePendingLogins,
      pruneLimits,
      pruneMailLinks,
      pruneEmailChanges,
      pruneExports,
      pruneDeviceLogins,
      pruneKeys,
      pruneTeams,
      removeUnverified,
      pruneFaqHistory,
      pruneFeedback,
      pruneConversations,
      pruneTaskLogs,
      pruneCalls,
      pruneNotices,
      pruneAlerts,
      pruneDeliveries,
      pruneWebhookPayloads,
      pruneWorkspaces,
      pruneHolds,
      pruneAudit,
      mergeLedgerHours,
      mergeGpuUse,
      pruneServiceDays,
      pruneNodePast,
      pruneRehearsals,
      judgeStartEstimates,
      prunePlaceTimes,
    }),
  },
  { name: "post-coins", cron: "21 * * * *", atNight: "59 23 * * *", run: postCoins },
  {
    name: "refresh-figures",
    cron: "27 * * * *",
    // A new installation does not wait for the job's hour.
    atStart: async () => (await readFiguresTs()) === null,
    run: refreshFigures,
  },
  { name: "warn-of-key-ends", cron: "37 * * * *", run: warnOfEnds },
  { name: "prune-usage", cron: "47 * * * *", run: pruneUsage },
  // A worker that was off at night writes the days when it starts.
  { name: "keep-active-past", cron: "20 0 * * *", atStart: async () => true, run: keepActivePast },
  { name: "keep-cohorts", cron: "30 0 * * *", atStart: async () => true, run: keepCohorts },
  { name: "mail-reports", cron: "40 6 * * *", run: mailReports },
  { name: "forget-usage-keys", cron: "40 2 * * *", queue: "prune-usage", run: forgetKeys },
  { name: "check-ledger", cron: "30 3 * * *", queue: null, run: checkLedger },
  { name: "check-audit", cron: "50 3 * * *", queue: null, run: checkAudit },
  { name: "check-counts", cron: "10 4 * * *", run: checkCounts },
  { name: "check-usage", cron: "40 4 * * *", run: checkUsage },
  // A new installation does not wait for the job's hour.
  {
    name: "look-for-advice",
    cron: "40 5 * * *",
    atStart: async () => (await readLookTs()) === null,
    run: lookForAdvice,
  },
  { name: "check-engines", cron: "10 5 * * *", run: (at) => checkPlaceTimes(at, makeEngine) },
];

/** The open resources of a worker. */
interface Open {
  io: Server;
  desired: DesiredStates;
  /** The figures that its nodes have reported. */
  telemetry: Gathered;
  figures: LiveFigures;
  streams: OpenStreams;
  engines: EngineBeats;
  gateway: SshGateway;
  rehearsals: Runner<RehearsalOutcome>;
  forecasts: Runner<ForecastOutcome>;
}

/** Work on a fixed beat that each worker does for its own sockets: no lead, and no row in the metrics. */
export function ownRows(open: Open): OwnRow[] {
  const { io, desired, telemetry, figures, streams, engines, gateway, rehearsals, forecasts } = open;
  return [
    // Records that reports can be received: without it, an outage of ours would count as the nodes' silence (6.1).
    { name: "receive", every: 1, run: ({ now }) => beatReceiving({ worker: desired.worker, now }) },
    { name: "desired states", every: 1, run: async () => desired.sendDue() },
    // Once a minute, soon after its end.
    { name: "telemetry", every: 5, run: ({ now }) => telemetry.writeEnded(now, writeTelemetry) },
    { name: "live task_load", every: SAMPLE_S, run: () => figures.sendLoads() },
    { name: "live sysinfo", every: 5, run: () => figures.sendStaff() },
    { name: "live balance", every: 10, run: () => figures.sendBalances() },
    // Logins, overlaps of keys, and connections to tasks also end by themselves.
    { name: "ended sessions", every: 60, run: (at) => closeEndedSessions(io, at) },
    { name: "ended agent keys", every: 60, run: (at) => closeEndedKeys(io, at) },
    { name: "open connections to tasks", every: 60, run: () => streams.checkAll() },
    // A port may be free again on this machine, or the news of a task may have been lost.
    { name: "ports of the SSH gateway", every: 2, run: () => gateway.look(null) },
    // Each engine has a beat of its own, with a lead (20.6).
    { name: "engines", every: 5, run: () => engines.refresh() },
    { name: "rehearsals", every: 1, run: ({ now }) => rehearsals.turn(now) },
    { name: "forecasts", every: 1, run: ({ now }) => forecasts.turn(now) },
  ];
}

export function findTick(name: TickName): Tick {
  const found = TICKS.find((tick) => tick.name === name);
  if (!found) throw new Error(`the timetable has no tick ${name}`);
  return found;
}

/** Combines steps: each runs even if another one fails. Each fault begins with the name of its step. */
function steps(all: Record<string, Run>): Run {
  return () =>
    forEachStep(
      Object.fromEntries(Object.entries(all).map(([name, step]) => [name, () => step({ now: presentTime() })])),
    );
}
