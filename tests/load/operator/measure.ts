import { createHash, randomBytes } from "node:crypto";
import { db } from "~/platform/db.server";
import { env } from "~/platform/env.server";
import { choosePorts, startWeb } from "../processes";
import { heading } from "../report";
import { buildEmptyRemix, startEmptyRemix } from "../web/empty-remix";
import { fetchHtml } from "../web/first-byte";
import { type AgainstEmpty, againstEmpty } from "../web/in-turns";
import { databaseTime, slowestPlan } from "./statements";

const WARM_UP = 8;
const SAMPLES = 24;
const COUNTED = 5;
const PLANS = 5;
/** The lightest screen: only the frame that all share, with the session, the bar and the notices. */
const FRAME = "/dashboard/search";
const MOST_RATIO = 3.3;
const MOST_DATABASE_MS = 50;

type Row = AgainstEmpty & {
  path: string;
  ofFrame: number;
  databaseMs: number;
  databaseCpuMs: number;
  statements: number;
};

/**
 * The first byte of each address compared with an empty page and with the screens' frame, and its database time, as an
 * admin.
 */
export async function measureScreens(paths: readonly string[]): Promise<void> {
  await db.query(`create extension if not exists pg_stat_statements`);
  const cookie = await plantAdmin();
  const web = await startWeb(env.DATABASE_URL, await choosePorts());
  const empty = await startEmptyRemix(await buildEmptyRemix(process.env["BENCH_DIR"] ?? "/tmp"));
  try {
    const rows: Row[] = [];
    printHeads();
    for (const path of paths) {
      const url = web.origin + path;
      const asked = { cookie, pid: web.pid, empty, warmUp: WARM_UP, samples: SAMPLES };
      const frame = await againstEmpty({ ...asked, url: web.origin + FRAME });
      const times = await againstEmpty({ ...asked, url });
      const database = await databaseTime(async () => {
        for (let sample = 0; sample < COUNTED; sample += 1) await fetchHtml(url, cookie);
      });
      const ofFrame = times.ratio / frame.ratio;
      const row = {
        path,
        ...times,
        ofFrame,
        databaseMs: database.ms / COUNTED,
        statements: database.statements / COUNTED,
        databaseCpuMs: database.processorMs / COUNTED,
      };
      rows.push(row);
      printRow(row);
    }
    heading("The slowest statement of the slowest screens (explain analyze)");
    rows.sort((one, other) => other.databaseMs - one.databaseMs);
    for (const { path, databaseMs } of rows.slice(0, PLANS)) {
      console.log(`  ${path}, ${databaseMs.toFixed(1)} ms of the database`);
      console.log(await slowestPlan(() => fetchHtml(web.origin + path, cookie)));
    }
  } finally {
    await empty.stop();
    await web.stop();
  }
}

function printHeads(): void {
  const heads = [
    "first byte ms",
    "empty ms",
    "ratio",
    "of the frame",
    "web cpu ms",
    "of empty's",
    "database ms",
    "its cpu ms",
    "statements",
    "HTML KiB",
    "sent KiB",
  ];
  console.log(`  ${"screen".padEnd(56)} ${heads.map((head) => head.padStart(13)).join(" ")}`);
}

/** Marks a missed goal with a star. */
function printRow(row: Row): void {
  const starred = (value: number, most: number) => `${value.toFixed(1)}${value > most ? "*" : " "}`;
  const cells = [
    row.firstByteMs.toFixed(1),
    row.emptyMs.toFixed(1),
    starred(row.ratio, MOST_RATIO),
    starred(row.ofFrame, MOST_RATIO),
    row.processorMs.toFixed(1),
    (row.processorMs / row.emptyProcessorMs).toFixed(1),
    starred(row.databaseMs, MOST_DATABASE_MS),
    row.databaseCpuMs.toFixed(0),
    row.statements.toFixed(0),
    (row.htmlBytes / 1024).toFixed(0),
    (row.sentBytes / 1024).toFixed(0),
  ];
  console.log(`  ${row.path.padEnd(56)} ${cells.map((cell) => cell.padStart(13)).join(" ")}`);
}

/** The session of an admin, who sees the most: in a world without an admin, its first user becomes one. */
export async function plantAdmin(): Promise<string> {
  const value = randomBytes(32).toString("base64url");
  await db.query(
    `update user_account set role = 'admin' where id = (select min(id) from user_account where state = 'active')
       and not exists (select from user_account where role = 'admin' and state = 'active')`,
  );
  const sessions = await db.query(
    `insert into session (id, user_id, page_token, login_at, expires_at)
     select $1, id, 'bench', now(), now() + interval '1 day' from user_account
     where role = 'admin' and state = 'active' limit 1 returning id`,
    [createHash("sha256").update(value).digest("hex")],
  );
  if (sessions.length === 0) throw new Error("nobody may look at the screens");
  return value;
}
