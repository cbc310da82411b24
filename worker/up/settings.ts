import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { refuseQuotes, trimmedEnvironment } from "~/platform/given-environment";
import type { LogLimits } from "./rotating-log";

/** Root of the repository. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Environment variables of a process. */
export type Environment = Record<string, string | undefined>;

export interface Settings {
  dataDir: string;
  host: string;
  port: number;
  workerPort: number;
  /** Number of web processes on the port. */
  webProcesses: number;
  /** Port of the first web process for metrics and health; each further one takes the next. */
  metricsPort: number | null;
  /**
   * The port of the payment sandbox; null where payments are real or not wanted. Only a port that was set must be
   * available.
   */
  paymentsPort: { port: number; insist: boolean } | null;
  /** External database; null starts the embedded one. */
  databaseUrl: string | null;
  demo: boolean;
  /** True if the demo's tasks end with everything else; otherwise the next start adopts them. */
  endTasksOnStop: boolean;
  /** The limits of each part's log. */
  logLimits: LogLimits;
  inherited: Environment;
}

/**
 * Reads the settings of `npm start`. Demo mode requires that no payment keys are set and that nobody else can connect
 * (0.2).
 */
export function readSettings(raw: Environment = process.env): Settings {
  const given = trimmedEnvironment(raw);
  refuseQuotes(given, ["HOST", "DATABASE_URL"]);
  const host = given["HOST"] || "127.0.0.1";
  const port = readPort("PORT", given["PORT"], 3000);
  const workerPort = readPort("WORKER_PORT", given["WORKER_PORT"], port + 1);
  const hasStripeKeys = Boolean(given["STRIPE_SECRET_KEY"]);
  const loopback = host === "localhost" || host === "::1" || host.startsWith("127.");
  const wanted = readSwitch("MILLRACE_DEMO", given["MILLRACE_DEMO"], true);
  const demo = wanted && loopback && !hasStripeKeys && !isPublic(given["APP_ORIGIN"]);
  if (!demo && !given["APP_ORIGIN"])
    throw new Error("Set APP_ORIGIN to the address that browsers use, such as https://cloud.example.com");
  return {
    dataDir: dataDirOf(given),
    host,
    port,
    workerPort,
    webProcesses: readNumber("WEB_PROCESSES", given["WEB_PROCESSES"], { standard: 1, max: 64 }),
    metricsPort: given["METRICS_PORT"] ? readPort("METRICS_PORT", given["METRICS_PORT"], 0) : null,
    paymentsPort: demo
      ? {
          port: readPort("SANDBOX_STRIPE_PORT", given["SANDBOX_STRIPE_PORT"], port + 2),
          insist: Boolean(given["SANDBOX_STRIPE_PORT"]),
        }
      : null,
    databaseUrl: given["DATABASE_URL"] || null,
    demo,
    endTasksOnStop: readSwitch("MILLRACE_END_TASKS_ON_STOP", given["MILLRACE_END_TASKS_ON_STOP"], false),
    logLimits: {
      fileBytes: readNumber("LOG_FILE_MIB", given["LOG_FILE_MIB"], { standard: 20, max: 1024 }) * 2 ** 20,
      files: readNumber("LOG_FILES", given["LOG_FILES"], { standard: 5, max: 100 }),
    },
    inherited: given,
  };
}

/** Returns the folder of the database, the secret, the logs and the demo agent's state. */
export function dataDirOf(given: Environment): string {
  refuseQuotes(given, ["MILLRACE_DATA_DIR"]);
  const dir = given["MILLRACE_DATA_DIR"] || ".millrace";
  // A folder of that very name would be an empty installation. A quote that is not closed takes in the next lines.
  if (/^[~$"']|\n/.test(dir))
    throw new Error(`MILLRACE_DATA_DIR must be a path as it is, such as /srv/millrace, not "${dir}"`);
  return realPathOf(resolve(root, dir));
}

/**
 * Follows links, also of folders above one that is not there yet: what runs on a folder is found by its path, and has
 * to be found by every other name of it.
 */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path === "/" ? path : join(realPathOf(dirname(path)), basename(path));
  }
}

/** Behind a proxy others can connect although the product listens on loopback. */
function isPublic(origin: string | undefined): boolean {
  if (!origin) return false;
  if (!/^https?:/i.test(origin) || !URL.canParse(origin))
    throw new Error(`APP_ORIGIN must be an address such as https://cloud.example.com, not "${origin}"`);
  const { hostname } = new URL(origin);
  return hostname !== "localhost" && hostname !== "[::1]" && !hostname.startsWith("127.");
}

/** Reads the words that web and worker read too: a demo that is refused as `false` must not begin. */
function readSwitch(name: string, text: string | undefined, standard: boolean): boolean {
  if (!text) return standard;
  const read = z.stringbool().safeParse(text);
  if (read.success) return read.data;
  throw new Error(`${name} must be 1 or 0, not "${text}"`);
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Error(`${name} must be a TCP port, not "${text}"`);
}

function readNumber(
  name: string,
  text: string | undefined,
  { standard, max }: { standard: number; max: number },
): number {
  const number = text ? Number(text) : standard;
  if (Number.isInteger(number) && number > 0 && number <= max) return number;
  throw new Error(`${name} must be a whole number from 1 to ${max}, not "${text}"`);
}
