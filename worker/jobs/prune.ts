import { pruneAudit } from "~/domain/audit/prune-audit.server";
import { mergeGpuUse } from "~/domain/capacity/gpu-use.server";
import { mergeLedgerHours } from "~/domain/billing/ledger-hours.server";
import { forEach } from "~/domain/for-each";
import { pruneDeliveries } from "~/domain/endpoints/prune-deliveries.server";
import { pruneFaqHistory } from "~/domain/faq/prune-history.server";
import { pruneFeedback } from "~/domain/feedback/unsent-feedback.server";
import { pruneWebhookPayloads } from "~/domain/webhooks/prune-webhook-payloads.server";
import { pruneTaskLogs } from "~/domain/tasks/prune-task-logs.server";
import { pruneCalls } from "~/domain/tasks/prune-calls.server";
import { prunePendingLogins } from "~/domain/accounts/two-factor/pending-login.server";
import { pruneDeviceLogins } from "~/domain/accounts/device-login/prune-device-logins.server";
import { pruneKeys } from "~/domain/accounts/api-keys/prune-keys.server";
import { pruneTeams } from "~/domain/accounts/teams/prune-teams.server";
import { pruneEmailChanges } from "~/domain/accounts/email-change/read-email-change.server";
import { pruneExports } from "~/domain/own-data/export/read-exports.server";
import { pruneMailLinks } from "~/domain/accounts/prune-mail-links.server";
import { pruneNodeHealth } from "~/domain/nodes/findings/read-findings.server";
import { pruneServiceDays } from "~/domain/status/prune-service-days.server";
import { pruneNotices } from "~/domain/notices/prune-notices.server";
import { pruneWorkspaces } from "~/domain/workspaces/prune-workspaces.server";
import { pruneSessions } from "~/domain/accounts/prune-sessions.server";
import { pruneHolds } from "~/domain/usage/prune-holds.server";
import { removeUnverified } from "~/domain/accounts/remove-unverified.server";

const STEPS = [
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
];

/**
 * Removes what has served its time: ended sessions, links, changes of addresses and logins of command lines, logs after 7 days, remembered calls
 * after 24 h, copies of their data that users asked for after 7 days, users who have not confirmed their address, deleted workspaces, holds of coins, texts of mails and deliveries
 * of webhooks after 30 days, invitations, notifications, ended named keys, findings and chores of nodes and the provider's payloads after 90, old texts of the FAQ, days of the status
 * page after 400, the audit after two years; sums of times long past are merged. A step that fails keeps no other from its
 * work.
 */
export async function prune(): Promise<void> {
  const now = new Date();
  await forEach(STEPS, (step) => step({ now }));
}
