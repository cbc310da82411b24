// `npm run bench [names…]`: prints figures and ratios, asserts nothing. Names: those of BENCHES. `npm run bench write
// [names…]`: the same, and writes each table into docs/benchmarks.md. `npm run bench against ../other [names…]`: each
// benchmark of this version and of the one in that folder, in turns.
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres, type RunningPostgres } from "../../worker/up/postgres";
import { benchAgainst } from "./against";
import { describeMachine } from "./report";
import { writeTable } from "./write-table";

const BENCHES = [
  "placement",
  "scheduler",
  "waiting",
  "rehearsal",
  "billing",
  "ledger",
  "books",
  "statement",
  "reports",
  "alerts",
  "planned-work",
  "inbox",
  "sign-ups",
  "json",
  "users",
  "usage",
  "intake",
  "operator",
  "live",
  "agents",
  "engine",
  "access",
  "banner",
  "idle",
  "memory",
  "containers",
  "recovery",
  "failover",
  "size",
] as const;
type Bench = (typeof BENCHES)[number];

/** Additional settings of a benchmark's database. */
const STATEMENTS = {
  shared_preload_libraries: "pg_stat_statements,auto_explain",
  "pg_stat_statements.track_planning": "on",
};
const SETTINGS: Partial<Record<Bench, Record<string, string>>> = {
  json: STATEMENTS,
  operator: STATEMENTS,
  usage: { ...STATEMENTS, max_wal_size: "8GB" },
};

/** These start a whole product, or nothing. */
const WITHOUT_DATABASE: Bench[] = [
  ...(["banner", "containers", "failover", "idle", "memory", "recovery", "size", "waiting"] as const),
];
/** Only if they are named: they run for half an hour and longer. */
const LONG: Bench[] = ["failover", "memory"];

const [first, folder] = process.argv.slice(2);
const other = first === "against" ? folder : undefined;
if (first === "against" && !other) throw new Error("Name the other folder: npm run bench against ../other");
const writes = first === "write";
const asked = process.argv.slice(other ? 4 : writes ? 3 : 2);
const chosen = BENCHES.filter((name) => (asked.length === 0 ? !LONG.includes(name) : asked.includes(name)));
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
describeMachine();
for (const name of chosen) {
  if (stopping.signal.aborted) break;
  if (other) await benchAgainst({ name, checkout: other, run: (dir) => runInItsOwnProcess(name, dir, "pipe") });
  else if (writes) await writeTable(name, await runInItsOwnProcess(name, ".", "pipe"));
  else await runInItsOwnProcess(name, ".", "inherit");
}

/**
 * Each benchmark has its own process, because the database of a process is fixed when it starts. A signal ends both.
 * Returns the text that a benchmark printed to a pipe.
 */
async function runInItsOwnProcess(name: Bench, checkout: string, output: "inherit" | "pipe"): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "millrace-bench-"));
  const postgres = WITHOUT_DATABASE.includes(name) ? null : await startDurable(dir, SETTINGS[name]);
  try {
    const child = Bun.spawn(["node_modules/.bin/bun", "tests/load/bench-one.ts", name], {
      cwd: checkout,
      stdio: ["ignore", output, "inherit"],
      signal: stopping.signal,
      env: {
        ...process.env,
        BENCH_DIR: dir,
        DATABASE_URL: postgres?.urlOf("postgres") ?? "postgres://unused",
        MILLRACE_DEMO: "1",
        MILLRACE_SECRET: "benchmarks-only-benchmarks-only-benchmarks",
        LOG_LEVEL: "error",
      },
    });
    const printed = child.stdout ? await new Response(child.stdout).text() : "";
    if ((await child.exited) !== 0) console.log(`  ${name} did not finish in ${checkout}`);
    return printed;
  } finally {
    await postgres?.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** PostgreSQL with its own defaults for durability: every commit is on disk before it counts. Its output is kept. */
async function startDurable(dir: string, settings: Record<string, string> = {}): Promise<RunningPostgres> {
  const postgres = await startPostgres({
    dir: join(dir, "postgres"),
    settings: { max_connections: "200", ...settings },
  });
  postgres.process.stderr?.pipe(createWriteStream(join(dir, "postgres.log")));
  return postgres;
}
