import { countWaiting } from "~/compute/count-waiting.server";
import { type EngineConcerns, readEngineConcerns } from "~/compute/read-engine-concerns.server";
import { epochSeconds } from "~/platform/epoch-seconds";
import { JOB_WAIT_MAX_S, type JobQueue, listJobTroubles, readJobQueue } from "~/platform/job-queue.server";
import { countNodes, listSilentClusters } from "~/fleet/count-nodes.server";
import { readDrainTroubles } from "~/fleet/read-drain-troubles.server";
import { readKeyRefusals } from "~/payments/key-standing.server";
import { listFailedTopUps } from "~/payments/list-failed-top-ups.server";
import { sumOpenInvoices } from "~/payments/list-bank-invoices.server";
import { readRest } from "~/payments/read-rest.server";
import { counted } from "~/platform/counted";
import { centsText } from "~/platform/cents-text";
import { hasRight, type WithRights } from "~/platform/staff-rights";
import { mayOpen } from "../frame/may-open.server";
import { readWaitingForMoney } from "~/staff/inside/own-data/deletion/read-waiting-for-money.server";
import { isOfMoney } from "~/staff/inside/reconcile/check-outcome";
import { type CheckRow, readChecks } from "~/staff/inside/reconcile/read-checks.server";
import type { FigureName } from "~/staff/inside/alerts/figures";
import { listOpenBriefly, type OpenAlert } from "~/staff/inside/alerts/list-alerts.server";
import { listFailingChannels } from "~/staff/inside/alerts/read-samples.server";
import { listIncidents } from "~/compute/list-incidents.server";
import { countWaitingConversations } from "~/site/count-waiting-conversations.server";
import { formatSpan } from "~/platform/ui/format";
import { env } from "~/platform/env.server";
import { backupTrouble, readBackups } from "~/platform/read-backups.server";
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
  /** The alerts that tell the same. */
  also?: { act: string; to: string };
}

/** A concern, and the figure whose alerts tell the same: of a cluster, or of all. */
type Found = Concern & { figure?: FigureName; cluster?: string };

/** Reads what needs attention: concerns, the newest incidents and refused payments of 24 hours, and late jobs. */
export async function readAttention({ viewer, now }: { viewer: WithRights; now: Date }) {
  const from = new Date(now.getTime() - DAY_MS);
  const [
    nodes,
    silent,
    waiting,
    incidents,
    payments,
    checks,
    queue,
    troubles,
    engines,
    alerts,
    channels,
    drains,
    inbox,
    invoices,
    backups,
    refusals,
    rest,
    deletions,
  ] = await Promise.all([
    countNodes({ now }),
    listSilentClusters(),
    countWaiting({ now }),
    listIncidents({ from, limit: NEWEST }),
    listFailedTopUps({ from, limit: NEWEST }),
    readChecks(),
    readJobQueue(),
    listJobTroubles({ limit: NEWEST }),
    readEngineConcerns({ now }),
    listOpenBriefly(),
    listFailingChannels(),
    readDrainTroubles({ now }),
    countWaitingConversations(),
    sumOpenInvoices({ now }),
    readBackups(),
    readKeyRefusals(),
    readRest(),
    readWaitingForMoney({ now }),
  ]);
  // A demo is worth no backup.
  const backup = env.MILLRACE_DEMO ? null : backupTrouble(backups, now);
  const money = moneyConcern(checks.filter(({ name }) => isOfMoney(name)));
  const nightly = checks.filter(({ name }) => !isOfMoney(name)).map(concernOf);
  const seesFleet = hasRight(viewer, "fleet.see");
  const seesMoney = hasRight(viewer, "money.see");
  const jumpS = Math.round(Math.abs(databaseJumpMs() ?? 0) / 1000);
  const deadAlone = nodes.dead - nodes.deadInSilence;
  const found: (Found | false)[] = [
    jumpS > 0 && {
      text: `The database’s clock jumped by ${formatSpan(jumpS)}, and Millrace keeps counting from the time before the jump. Set that clock right; if the new time is right, restart Millrace.`,
      act: "",
      to: "",
      tone: "danger",
    },
    backup !== null && {
      text: `${backup.says}. Run \`npm run backup\` each day, or archive PostgreSQL’s log`,
      act: "",
      to: "",
      tone: backup.grave ? "danger" : "warn",
    },
    channels.length > 0 && {
      text: `Alerts do not reach ${channels.join(", ")}`,
      act: "See the channels",
      to: "/dashboard/alerts/channels",
      tone: "danger",
      figure: "service.failing-channels",
    },
    deadAlone > 0 && {
      text: `${counted(deadAlone, "node is", "nodes are")} dead`,
      act: "See the dead nodes",
      to: "/dashboard/nodes?show=dead",
      tone: "danger",
      figure: "node.dead",
    },
    nodes.failing > 0 && {
      text: counted(nodes.failing, "node reports errors or needs a reboot", "nodes report errors or need a reboot"),
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "danger",
      figure: "node.error",
    },
    silent.length > 0 && {
      text: `${silent.join(", ")} fell silent as a whole: usually the network${
        nodes.deadInSilence > 0
          ? `; ${counted(nodes.deadInSilence, "node of it counts", "nodes of it count")} as dead`
          : ", so no node is declared dead for it"
      }`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "danger",
      figure: "cluster.silent",
    },
    nodes.findings > 0 && {
      text: `${counted(nodes.findings, "finding")} on ${counted(nodes.critical + nodes.warned, "node")}`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: nodes.critical > 0 ? "danger" : "warn",
      figure: "node.critical-findings",
    },
    nodes.failedChores > 0 && {
      text: `The maintenance or self-test of ${counted(nodes.failedChores, "node")} has failed`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "danger",
      figure: "node.failed-chore",
    },
    nodes.flapping > 0 && {
      text: `${counted(nodes.flapping, "node falls", "nodes fall")} silent too often and ${nodes.flapping === 1 ? "gets" : "get"} no tasks until calm`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "warn",
      figure: "node.flapping",
    },
    nodes.occupied > 0 && {
      text: `${counted(nodes.occupied, "node is", "nodes are")} still occupied after the drain date`,
      act: "See the nodes",
      to: "/dashboard/nodes?show=attention",
      tone: "warn",
      figure: "node.occupied",
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
      figure: "money.differences",
    },
    refusals.length > 0 && {
      text: refusals.some(({ call }) => call === null)
        ? "Money: The payment provider refuses our key"
        : "Money: Our key at the payment provider lacks a permission",
      act: "See what to do",
      to: "/dashboard/money",
      tone: "danger",
      figure: "money.refused-requests",
    },
    rest !== null && {
      text: `The automatic top-ups of ${counted(rest.tenants, "customer")} have been paused since the restore`,
      act: "See why",
      to: "/dashboard/money",
      tone: "warn",
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
      figure: "money.refused-payments",
    },
    invoices.overdue > 0 && {
      text: `${counted(invoices.overdue, "invoice is", "invoices are")} overdue: ${centsText(invoices.overdueCents)}`,
      act: "See who owes",
      to: "/dashboard/invoices?show=customers",
      tone: "warn",
    },
    deletions.first !== null && {
      text: `${counted(deletions.count, "deletion of an account waits", "deletions of accounts wait")} for money, the longest for ${formatSpan(epochSeconds(now) - epochSeconds(deletions.first.askedAt))}`,
      act: "See the account",
      to: `/users/view/${deletions.first.userId}`,
      tone: "warn",
    },
    ...engineConcerns(engines),
    ...concernsOf(queue),
    waiting.longestSeconds > LONG_WAIT_S && {
      text: `A task has been waiting for ${formatSpan(waiting.longestSeconds)}`,
      act: "See the queue",
      to: "/dashboard/scheduled",
      tone: "warn",
      figure: "fleet.longest-wait",
    },
    inbox.since !== null && {
      text: `${counted(inbox.waiting, "conversation waits", "conversations wait")} for an answer, the longest for ${formatSpan(Math.max(0, epochSeconds(now) - epochSeconds(inbox.since)))}`,
      act: "Open the inbox",
      to: "/dashboard/inbox",
      tone: "warn",
    },
  ];
  const readable = found.filter((one) => one !== false).filter(({ to }) => mayRead(viewer, to));
  const shownAlerts = alerts.filter(({ figure }) => seesMoney || !figure.startsWith("money."));
  return {
    concerns: worstFirst(withAlerts(readable, mayOpen(viewer, "/dashboard/alerts") ? shownAlerts : [])),
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
  return any("silent") ? "Money: Provider silent" : null;
}

function concernOf({ name, state, open }: CheckRow): string | null {
  const { title } = CHECK_WORDS[name];
  if (open > 0) return `${title}: ${counted(open, "sum does not match its rows", "sums do not match their rows")}`;
  return state === "failed" ? `${title}: the check failed` : null;
}

/** Adds to each concern the alerts that tell the same, and one concern for the other alerts: an outage stands there once. */
function withAlerts(found: Found[], alerts: OpenAlert[]): Concern[] {
  const others = new Set(alerts);
  const concerns = found.map(({ figure, cluster, ...concern }): Concern => {
    const same = alerts.filter((one) => one.figure === figure && (cluster === undefined || one.cluster === cluster));
    const [first] = same;
    if (!first) return concern;
    for (const one of same) others.delete(one);
    const { text, critical } = unacknowledged(same);
    return {
      ...concern,
      text: text === "" ? concern.text : `${concern.text}; ${text}`,
      tone: critical > 0 ? "danger" : concern.tone,
      also:
        same.length === 1
          ? { act: "See the alert", to: `/dashboard/alerts/${first.id}` }
          : { act: "See the alerts", to: "/dashboard/alerts" },
    };
  });
  const { text, critical } = unacknowledged([...others]);
  if (text === "") return concerns;
  const tone = critical > 0 ? "danger" : "warn";
  return [{ text, act: "See the alerts", to: "/dashboard/alerts", tone }, ...concerns];
}

/** The number of alerts that nobody has acknowledged, in words; empty if there are none. */
function unacknowledged(alerts: OpenAlert[]) {
  const open = alerts.filter(({ severity, isAcknowledged }) => severity !== "info" && !isAcknowledged);
  const critical = open.filter(({ severity }) => severity === "critical").length;
  if (open.length === 0) return { text: "", critical };
  const text =
    open.length === critical
      ? `${counted(critical, "critical alert is", "critical alerts are")} not acknowledged`
      : `${counted(open.length, "alert is", "alerts are")} not acknowledged${critical > 0 ? `, ${critical} of them critical` : ""}`;
  return { text, critical };
}

const TOKEN_WORDS = { ended: "has ended", 1: "ends within a day", 7: "ends within 7 days" } as const;

function engineConcerns({ tokens, clusters }: EngineConcerns): (Found | false)[] {
  const at = (clusterName: string, tone: Concern["tone"], text: string): Concern => {
    return { text: `${clusterName}: ${text}`, act: "Open the cluster", to: `/dashboard/clusters/${clusterName}`, tone };
  };
  return [
    ...tokens.map(({ clusterName, notice }) =>
      at(clusterName, notice === 7 ? "warn" : "danger", `the token of its scheduler ${TOKEN_WORDS[notice]}`),
    ),
    ...clusters.flatMap(({ clusterName, isAway, overcharged, runaways }) => [
      isAway && {
        ...at(clusterName, "danger", "its scheduler cannot be asked"),
        ...{ figure: "cluster.scheduler-away" as const, cluster: clusterName },
      },
      overcharged > 0 &&
        at(clusterName, "danger", `${counted(overcharged, "task was", "tasks were")} charged for too long`),
      runaways > 0 &&
        at(clusterName, "warn", `${counted(runaways, "ended job runs", "ended jobs run")} for ever in its accounting`),
    ]),
  ];
}

function concernsOf({ runs, oldestDue, failed }: JobQueue): (Found | false)[] {
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
      figure: "service.failed-jobs",
    },
    oldestDue > JOB_WAIT_MAX_S && {
      text: `A queued job has been due for ${formatSpan(Math.floor(oldestDue))}`,
      act: "See the jobs",
      to,
      tone: "warn",
    },
  ];
}
