import { join } from "node:path";
import pg from "pg";
import { launchProduct } from "../e2e/support/launch-product";
import { databaseSeconds, databaseServer, processorSeconds } from "./processes";
import { figure, heading } from "./report";

const SETTLING_MS = 60_000;
const MEASURED_MS = 90_000;
/** Its own processes; the supervisor among them. */
const MEASURED = ["web", "worker", "agent"];

/** Measures what the demo costs while nobody looks at it: processor of each process, and transactions of the database. */
export async function benchIdle(): Promise<void> {
  heading("The demo without a browser");
  const product = await launchProduct(join(process.env["BENCH_DIR"] ?? "/tmp", "product"));
  const client = new pg.Client({ connectionString: product.databaseUrl() });
  await client.connect();
  try {
    const server = await databaseServer({ query: async (text) => (await client.query(text)).rows });
    const transactions = () =>
      numberOf(
        client,
        "select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()",
      );
    await passing(SETTLING_MS);
    const pids = { ...product.pids(), supervisor: product.supervisor.pid ?? 0 };
    const read = () => ({
      cores: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, processorSeconds(pid)])),
      database: databaseSeconds(server),
    });
    const [before, transactionsBefore] = [read(), await transactions()];
    await passing(MEASURED_MS);
    const [after, transactionsAfter] = [read(), await transactions()];
    const seconds = MEASURED_MS / 1000;
    const cores = Object.keys(before.cores).map((name) => ({
      name,
      cores: ((after.cores[name] ?? 0) - (before.cores[name] ?? 0)) / seconds,
    }));
    for (const one of cores) figure(`${one.name}, processor cores`, one.cores.toFixed(4));
    const sum = cores.filter(({ name }) => MEASURED.includes(name)).reduce((all, one) => all + one.cores, 0);
    figure("web, worker and agents together, processor cores", sum.toFixed(3), "under 0.05");
    figure("PostgreSQL, processor cores", ((after.database - before.database) / seconds).toFixed(3));
    figure("transactions a second", ((transactionsAfter - transactionsBefore) / seconds).toFixed(1));
  } finally {
    await client.end();
    await product.stop();
  }
}

async function numberOf(client: pg.Client, statement: string): Promise<number> {
  const { rows } = await client.query<{ n: string }>(statement);
  return Number(rows[0]?.n);
}

async function passing(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
