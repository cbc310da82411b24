import { readKeyRefusals } from "~/payments/key-standing.server";
import { readRest } from "~/payments/read-rest.server";
import { counted } from "~/platform/counted";
import { db } from "~/platform/db.server";
import { findUnready } from "~/platform/http/readiness.server";
import { readJobQueue } from "~/platform/job-queue.server";
import { backupTrouble, newestOf, readBackups } from "~/platform/read-backups.server";
import { TICK_NAMES } from "~/platform/ticks";
import { presentTime } from "~/platform/time.server";
import { utcDateTime } from "~/platform/utc-text";
import { type Finding, findingsOn, silenceOn, wrongOr } from "./finding";
import { readPackage } from "./machine";

const MAIL_WAITS_M = 30;
const SHOWN = 3;

/** Checks that a worker does the recurring work. */
export async function checkWork(): Promise<Finding[]> {
  const { ok, warning, critical } = findingsOn("worker");
  const [unready, queue] = await Promise.all([findUnready(), readJobQueue()]);
  const remedy =
    "Check that a worker runs (`npm run worker`), and read its log: `failed, trying again` names the fault.";
  if (unready === "jobs") return [critical("No worker runs queued jobs: emails, top-ups and checks wait.", remedy)];
  if (unready === "disk") return [critical("The disk of the database is full.", "Make room. No restart is needed.")];
  if (unready === "database") return [silenceOn("worker")];
  if (unready !== null) return [critical(`The tick ${unready} of the worker does not run.`, remedy)];
  if (queue.failed > 0)
    return [
      warning(
        `${counted(queue.failed, "queued job")} failed for good.`,
        "Open the dashboard: it shows the errors, and tries again.",
      ),
    ];
  return [ok(`All ${TICK_NAMES.length} ticks run, and ${counted(queue.due, "job waits", "jobs wait")}.`)];
}

/** Checks that mails leave. */
export async function checkMails(): Promise<Finding[]> {
  const { ok, warning } = findingsOn("mails");
  const [{ waiting = 0 } = {}] = await db.query<{ waiting: number }>(
    `select count(*)::int as waiting from mail where sent_at is null and created_at < $1`,
    [new Date(presentTime().getTime() - MAIL_WAITS_M * 60_000)],
  );
  if (waiting === 0) return [ok("None has waited for more than 30 minutes.")];
  return [
    warning(
      `${counted(waiting, "mail has", "mails have")} waited for more than ${MAIL_WAITS_M} minutes.`,
      "Check SMTP_URL; the worker's log has the mail server's answer.",
    ),
  ];
}

/** Checks that the payment provider accepts our key, and that automatic top-ups do not rest for long after a restore. */
export async function checkPayments(): Promise<Finding[]> {
  const { ok, warning, critical } = findingsOn("payments");
  const [refusals, rest] = await Promise.all([readKeyRefusals(), readRest()]);
  const findings = refusals.map(({ call, message, permission, stops }) =>
    call === null
      ? critical(
          `The provider refuses our key: ${message}`,
          "Make a new key: docs/payments.md#what-each-failure-looks-like.",
        )
      : warning(
          `The provider refuses ${call}: ${message}${stops && ` Without it, this stops: ${stops}.`}`,
          `Give the key the permission${permission && ` ${permission}`} in the provider's dashboard.`,
        ),
  );
  if (rest)
    findings.push(
      warning(
        `The automatic top-ups of ${counted(rest.tenants, "customer")} have been paused since the restore of ${utcDateTime(rest.restoredAt)}.`,
        "Look at the check 'Movements' on the screen Money: once it is answered, they go on.",
      ),
    );
  return wrongOr(findings, ok("The provider refuses nothing."));
}

/** Checks the age of the backups. */
export async function checkBackups(): Promise<Finding[]> {
  const { ok, warning, critical } = findingsOn("backups");
  const backups = await readBackups();
  const trouble = backupTrouble(backups, presentTime());
  const remedy =
    "Run `npm run backup` each day, or archive PostgreSQL's log: docs/operating.md#backup-and-restore. A copy made by other means is not seen here.";
  if (trouble) return [(trouble.grave ? critical : warning)(`${trouble.says}.`, remedy)];
  const newest = newestOf(backups);
  return [ok(`The newest is of ${newest ? utcDateTime(newest) : "today"}.`)];
}

/** Checks that nodes report, with agents of this version. */
export async function checkAgents(): Promise<Finding[]> {
  const { ok, warning } = findingsOn("agents");
  const { version } = readPackage();
  const nodes = await db.query<{ name: string; health: string; version: string | null }>(
    `select node_name as name, health, agent_version as version from node
     where retired_at is null and pilot_of is null order by node_name`,
  );
  const dead = nodes.filter(({ health }) => health === "dead").map(({ name }) => name);
  const other = nodes.filter((node) => node.version !== null && node.version !== version).map(({ name }) => name);
  const findings: (Finding | false)[] = [
    dead.length > 0 &&
      warning(
        `${counted(dead.length, "node does", "nodes do")} not report: ${named(dead)}.`,
        "Check the machine, its network, and its agent's log: `journalctl -u millrace-agent`.",
      ),
    other.length > 0 &&
      warning(
        `${counted(other.length, "agent has", "agents have")} another version than ${version}: ${named(other)}.`,
        "Replace the agent's program and restart it; tasks run on: docs/agent.md.",
      ),
  ];
  return wrongOr(
    findings,
    ok(nodes.length === 0 ? "There are no nodes yet." : `All ${counted(nodes.length, "node")} report.`),
  );
}

function named(names: string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
