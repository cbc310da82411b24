// `npm run doctor [-- --json]`: says what is wrong with this installation, and what to do. It changes nothing.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Env } from "~/platform/env.server";
import { trimmedEnvironment } from "~/platform/given-environment";
import { urlOfRunning } from "./backup/target";
import { checkClock, checkSecret, checkServer, checkSessions, checkTables, reach } from "./doctor/database";
import {
  type Finding,
  findingsOn,
  gather,
  gatherFromDatabase,
  type Grade,
  isSilence,
  messageOf,
} from "./doctor/finding";
import { checkDisk, checkPrograms } from "./doctor/machine";
import { checkCertificates, checkLive, checkMail, checkWeb } from "./doctor/network";
import { checkSettings } from "./doctor/settings";
import { readSettings } from "./settings";

/** The codes that monitoring expects of a check. */
const EXIT_CODES: Record<Grade, number> = { ok: 0, warning: 1, critical: 2, unknown: 3 };
const GRADES = ["critical", "warning", "unknown", "ok"] as const;
const WIDTHS = { grade: 9, about: 12 };

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const findings = await examine();
console.log(values.json ? JSON.stringify(findings, null, 2) : asText(findings));
const worst = GRADES.find((grade) => findings.some((finding) => finding.grade === grade)) ?? "ok";
process.exit(EXIT_CODES[worst]);

async function examine(): Promise<Finding[]> {
  const given = trimmedEnvironment(process.env);
  const machine = await gather({ programs: () => checkPrograms(given), disk: () => checkDisk(given) });
  const read = await readConfiguration(given);
  if ("findings" in read) return [...machine, ...read.findings];
  const { env } = read;
  const [outside, inside] = await Promise.all([
    gather({
      settings: async () => checkSettings(env),
      web: () => checkWeb(env),
      live: () => checkLive(env),
      certificate: () => checkCertificates(env),
      mail: () => checkMail(env),
    }),
    examineDatabase(env, given),
  ]);
  return [...machine, ...outside, ...inside];
}

/** Reads the settings as web and worker do. `npm start` sets some of them itself. */
async function readConfiguration(given: Record<string, string>): Promise<{ env: Env } | { findings: Finding[] }> {
  try {
    if (!given["DATABASE_URL"]) {
      const { dataDir, demo, host, port, workerPort } = readSettings(given);
      const dir = join(dataDir, "postgres");
      if (!existsSync(join(dir, "PG_VERSION")))
        return {
          findings: [
            findingsOn("database").critical(
              `There is none in ${dataDir}, and DATABASE_URL is not set.`,
              "Run `npm start`, or set DATABASE_URL or MILLRACE_DATA_DIR as web and worker have it.",
            ),
          ],
        };
      Object.assign(process.env, {
        ...{ NODE_ENV: "production", DATABASE_URL: await urlOfRunning(dir), HOST: host },
        ...{ PORT: String(port), WORKER_PORT: String(workerPort), MILLRACE_DEMO: demo ? "1" : "0" },
      });
    }
    const { env } = await import("~/platform/env.server");
    return { env };
  } catch (error) {
    return {
      findings: [findingsOn("settings").critical(messageOf(error), "Correct them: .env.example explains each.")],
    };
  }
}

async function examineDatabase(env: Env, given: Record<string, string>): Promise<Finding[]> {
  const reached = await reach(env.DATABASE_URL);
  if ("findings" in reached) return reached.findings;
  const { client } = reached;
  const found: Finding[] = [];
  const checks: Record<string, () => Promise<Finding[]>>[] = [
    { database: () => checkServer(client, env) },
    { clock: () => checkClock(client) },
    { sessions: () => checkSessions(env.DATABASE_URL) },
    { tables: () => checkTables(client) },
    { secret: () => checkSecret(client, given) },
  ];
  // One after the other: they share a connection.
  for (const check of checks) {
    // Without its tables and its sessions the product cannot ask anything.
    if ("secret" in check && found.some(isInTheWay)) return found;
    found.push(...(await gatherFromDatabase(check)));
    if (found.some(isSilence)) return found;
  }
  const product = await import("./doctor/product");
  const running = await gatherFromDatabase({
    worker: product.checkWork,
    agents: product.checkAgents,
    payments: product.checkPayments,
    // A demo keeps its mails for its mailbox, and is worth no backup.
    ...(env.MILLRACE_DEMO ? {} : { mails: product.checkMails, backups: product.checkBackups }),
  });
  // The process ends: a database that no longer answers would not let the connection end.
  return [...found, ...running];
}

function isInTheWay({ about, grade }: Finding): boolean {
  return ["sessions", "tables"].includes(about) && (grade === "critical" || grade === "unknown");
}

function asText(all: Finding[]): string {
  const sorted = GRADES.flatMap((grade) => all.filter((finding) => finding.grade === grade));
  const indent = `\n${" ".repeat(WIDTHS.grade + WIDTHS.about + 2)}`;
  const lines = sorted.map(({ about, grade, says, remedy }) => {
    const text = [says, ...(remedy === "" ? [] : [remedy])].join("\n").replaceAll("\n", indent);
    return `${(grade === "ok" ? grade : grade.toUpperCase()).padEnd(WIDTHS.grade)} ${about.padEnd(WIDTHS.about)} ${text}`;
  });
  const wrong = all.filter(({ grade }) => grade !== "ok").length;
  return [...lines, "", wrong === 0 ? "All is well." : `${wrong} of ${all.length} checks need a look.`].join("\n");
}
