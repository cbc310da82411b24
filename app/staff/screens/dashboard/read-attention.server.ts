import { countWaiting } from "~/compute/count-waiting.server";
import { type EngineConcerns, readEngineConcerns } from "~/compute/read-engine-concerns.server";
import { epochSeconds } from "~/platform/epoch-seconds";
import { JOB_WAIT_MAX_S, type JobQueue, listJobTroubles, readJobQueue } from "~/platform/job-queue.server";
import { countNodes } from "~/fleet/count-nodes.server";
import { readDrainTroubles } from "~/fleet/read-drain-troubles.server";
import { listFailedTopUps } from "~/payments/list-failed-top-ups.server";
import { sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { counted } from "~/platform/counted";
import { centsText } from "~/platform/cents-text";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { mayOpen } from "../frame/may-open.server";
import { isOfMoney } from "~/staff/inside/reconcile/check-outcome";
import { type CheckRow, readChecks } from "~/staff/inside/reconcile/read-checks.server";
import { countAlerts } from "~/staff/inside/alerts/list-alerts.server";
import { listIncidents } from "~/compute/list-incidents.server";
import { countWaitingConversations } from "~/site/count-waiting-conversations.server";
import { formatSpan } from "~/platform/ui/format";
import { databaseJumpMs } from "~/platform/time.server";
import { CHECK_WORDS } from "../money/check-words";

const DAY_MS = 86_400_000;
const NEWEST = 5;
/** Seconds after which a wait needs a look at capacity. */
const LONG_WAIT_S = 3600;

/** Something that is wrong, and what to do about it, where. */
export interface Concern {
  text: string;
  /** The link's words; empty if nothing here helps. */
  act: string;
  to: string;
  tone: "danger" | "warn";
}

/** Reads what needs attention: concerns, the newest incidents and refused payments of 24 hours, and late jobs. */
export async function readAttention({ viewer, now }: { viewer: WithRights; now: Date }) {
  const from = new Date(now.getTime() - DAY_MS);
  const [nodes, waiting, incidents, payments, checks, queue, troubles, engines, alerts, drains, inbox, invoices] =
    await Promise.all([
      countNodes({ now }),
      countWaiting({ now }),
      listIncidents({ from, limit: NEWEST }),
      listFailedTopUps({ from, limit: NEWEST }),
      readChecks(),
      readJobQueue(),
      listJobTroubles({ limit: NEWEST }),
      readEngineConcerns({ now }),
      countAlerts(),
      readDrainTroubles({ now }),
      countWaitingConversations(),
      sumOpenInvoices({ now }),
    ]);
  const money = moneyConcern(checks.filter(({ name }) => isOfMoney(name)));
  const nightly = checks.filter(({ name }) => !isOfMoney(name)).map(concernOf);
  const seesFleet = hasRight(viewer, "fleet.see");
  const seesMoney = hasRight(viewer, "money.see");
  const jumpS = Math.round(Math.abs(databaseJumpMs() ?? 0) / 1000);
  const concerns: (Concern | false)[] = [
    jumpS > 0 && {
      text: `The database’s clock jumped by ${formatSpan(jumpS)}, and Millrace goes on with the time before. Set that clock right; if the new time is right, restart Millrace.`,
      act: "",
      to: "",
      tone: "danger",
    },
    ...alertConcerns(alerts),
    nodes.dead > 0 && {
      text: `${counted(nodes.dead, "node is", "nodes are")} dead`,
      act: "See the dead nodes",
      to: "/dashboard/nodes?show=dead",
      tone: "danger",
    },
    nodes.failing > 0 && {
      text: counted(nodes.failing, "node reports errors or needs a reboot", "nodes report errors or need a reboot"),
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "danger",
    },
    nodes.silentClusters.length > 0 && {
      text: `${nodes.silentClusters.join(", ")} fell silent as a whole: usually the network, so no node is declared dead for it`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "danger",
    },
    nodes.findings > 0 && {
      text: `${counted(nodes.findings, "finding")} on ${counted(nodes.critical + nodes.warned, "node")}`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: nodes.critical > 0 ? "danger" : "warn",
    },
    nodes.failedChores > 0 && {
      text: `The maintenance or self-test of ${counted(nodes.failedChores, "node")} has failed`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "danger",
    },
    nodes.flapping > 0 && {
      text: `${counted(nodes.flapping, "node falls", "nodes fall")} silent too often and ${nodes.flapping === 1 ? "gets" : "get"} no tasks until calm`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "warn",
    },
    nodes.occupied > 0 && {
      text: `${counted(nodes.occupied, "node is", "nodes are")} still occupied after the drain date`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "warn",
    },
    ...drains.map(({ id, text, stopped }): Concern => {
      return { text, act: "See the plan", to: `/dashboard/maintenance/${id}`, tone: stopped ? "danger" : "warn" };
    }),
    incidents.total > 0 && {
      text: `${counted(incidents.total, "task is", "tasks are")} in an incident or lost within 24 hours`,
      act: "See the tasks",
      to: "#incidents",
      tone: "danger",
    },
    money !== null && {
      text: money,
      act: "Check the money",
      to: "/dashboard/money",
      tone: "danger",
    },
    ...nightly.map(
      (text): Concern | false =>
        text !== null && { text, act: "Check the counts", to: "/dashboard/money", tone: "danger" },
    ),
    payments.total > 0 && {
      text: `${counted(payments.total, "card payment")} refused within 24 hours`,
      act: "See the payments",
      to: "#refused-payments",
      tone: "warn",
    },
    invoices.overdue > 0 && {
      text: `${counted(invoices.overdue, "invoice is", "invoices are")} overdue: ${centsText(invoices.overdueCents)}`,
      act: "See who owes",
      to: "/dashboard/invoices?show=customers",
      tone: "warn",
    },
    ...engineConcerns(engines),
    ...concernsOf(queue),
    waiting.longestSeconds > LONG_WAIT_S && {
      text: `A task has been waiting for ${formatSpan(waiting.longestSeconds)}`,
      act: "See the queue",
      to: "/dashboard/scheduled",
      tone: "warn",
    },
    inbox.since !== null && {
      text: `${counted(inbox.waiting, "conversation waits", "conversations wait")} for an answer, the longest for ${formatSpan(Math.max(0, epochSeconds(now) - epochSeconds(inbox.since)))}`,
      act: "Open the inbox",
      to: "/dashboard/inbox",
      tone: "warn",
    },
  ];
  return {
    concerns: worstFirst(concerns.filter((concern) => concern !== false).filter(({ to }) => mayRead(viewer, to))),
    jobs: {
      runs: queue.runs || !seesFleet,
      rows: seesFleet ? troubles.map(({ since, ...row }) => ({ ...row, ts: epochSeconds(since) })) : [],
    },
    incidents: {
      total: seesFleet ? incidents.total : 0,
      rows: seesFleet ? incidents.rows.map(({ at, ...row }) => ({ ...row, ts: epochSeconds(at) })) : [],
    },
    payments: {
      total: seesMoney ? payments.total : 0,
      rows: seesMoney
        ? payments.rows.map(({ at, cents, ...row }) => ({ ...row, cents: Number(cents), ts: epochSeconds(at) }))
        : [],
    },
  };
}

export type Attention = Awaited<ReturnType<typeof readAttention>>;

/** A concern is for those who may open the screen that helps; the rest of them are about the fleet. */
function mayRead(viewer: WithRights, to: string): boolean {
  if (to === "#refused-payments") return hasRight(viewer, "money.see");
  return to === "" || to.startsWith("#") ? hasRight(viewer, "fleet.see") : mayOpen(viewer, to);
}

function worstFirst(concerns: Concern[]): Concern[] {
  return [...concerns.filter(({ tone }) => tone === "danger"), ...concerns.filter(({ tone }) => tone === "warn")];
}

function moneyConcern(checks: CheckRow[]): string | null {
  const open = checks.reduce((sum, check) => sum + check.open, 0);
  const any = (state: CheckRow["state"]) => checks.some((check) => check.state === state);
  if (open > 0) return `Money: ${counted(open, "difference")}`;
  if (any("failed")) return "Money: A check failed";
  if (any("refused")) return "Money: Provider refuses our key";
  return any("silent") ? "Money: Provider silent" : null;
}

function concernOf({ name, state, open }: CheckRow): string | null {
  const { title } = CHECK_WORDS[name];
  if (open > 0) return `${title}: ${counted(open, "sum does not match its rows", "sums do not match their rows")}`;
  return state === "failed" ? `${title}: the check failed` : null;
}

function alertConcerns({ critical, others, failingChannels }: Awaited<ReturnType<typeof countAlerts>>) {
  const open = critical + others;
  const concerns: (Concern | false)[] = [
    open > 0 && {
      text:
        open === critical
          ? `${counted(open, "critical alert is", "critical alerts are")} not acknowledged`
          : `${counted(open, "alert is", "alerts are")} not acknowledged${critical > 0 ? `, ${critical} of them critical` : ""}`,
      act: "See the alerts",
      to: "/dashboard/alerts",
      tone: critical > 0 ? "danger" : "warn",
    },
    failingChannels.length > 0 && {
      text: `Alerts do not reach ${failingChannels.join(", ")}`,
      act: "See the channels",
      to: "/dashboard/alerts/channels",
      tone: "danger",
    },
  ];
  return concerns;
}

const TOKEN_WORDS = { ended: "has ended", 1: "ends within a day", 7: "ends within 7 days" } as const;

function engineConcerns({ tokens, clusters }: EngineConcerns): (Concern | false)[] {
  const at = (clusterName: string, tone: Concern["tone"], text: string): Concern => {
    return { text: `${clusterName}: ${text}`, act: "Open the cluster", to: `/dashboard/clusters/${clusterName}`, tone };
  };
  return [
    ...tokens.map(({ clusterName, notice }) =>
      at(clusterName, notice === 7 ? "warn" : "danger", `the token of its scheduler ${TOKEN_WORDS[notice]}`),
    ),
    ...clusters.flatMap(({ clusterName, isAway, overcharged, runaways }) => [
      isAway && at(clusterName, "danger", "its scheduler cannot be asked"),
      overcharged > 0 &&
        at(clusterName, "danger", `${counted(overcharged, "task was", "tasks were")} charged for too long`),
      runaways > 0 &&
        at(clusterName, "warn", `${counted(runaways, "ended job runs", "ended jobs run")} for ever in its accounting`),
    ]),
  ];
}

function concernsOf({ runs, oldestDue, failed }: JobQueue): (Concern | false)[] {
  const to = "#queued-jobs";
  return [
    !runs && {
      text: "No worker runs queued jobs: emails, top-ups and checks wait",
      act: "See the jobs",
      to,
      tone: "danger",
    },
    failed > 0 && {
      text: `${counted(failed, "queued job")} failed for good`,
      act: "Try again",
      to,
      tone: "danger",
    },
    oldestDue > JOB_WAIT_MAX_S && {
      text: `A queued job has been due for ${formatSpan(Math.floor(oldestDue))}`,
      act: "See the jobs",
      to,
      tone: "warn",
    },
  ];
}
