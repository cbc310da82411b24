import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { agentEnvironment } from "./agent-environment";
import { buildWhenStale } from "./build";
import { Child } from "./child";
import { childEnvironment } from "./child-environment";
import { endDemoTasks, listDemoTasks } from "./demo-tasks";
import { keptSecret } from "./kept-secret";
import { sandboxEnvironment, sandboxNotice, sandboxOrigin, sandboxReady } from "./payment-sandbox";
import { isFree } from "./ports";
import { startPostgres, type RunningPostgres } from "./postgres";
import { ready } from "./ready";
import { RunFile } from "./run-file";
import { type Environment, root, type Settings } from "./settings";

const DATABASE = "millrace";
const DATABASE_RETRY_MS = 2_000;
/** Web, worker and each of its threads hold connections of their own. */
const DATABASE_SETTINGS = { max_connections: "300" };

/** Everything that `npm start` starts, in the order in which each needs the one before. */
export class Product {
  readonly #settings: Settings;
  readonly #say: (line: string) => void;
  readonly #run: RunFile;
  readonly #children: Child[] = [];
  #postgres: RunningPostgres | null = null;
  #stopping = false;

  constructor(settings: Settings, say: (line: string) => void) {
    this.#settings = settings;
    this.#say = say;
    this.#run = new RunFile(join(settings.dataDir, "run.json"));
  }

  async start(): Promise<void> {
    const { dataDir, demo, host, port, workerPort } = this.#settings;
    await this.#run.takeOver();
    for (const wanted of [port, workerPort]) {
      if (!(await isFree(wanted)))
        throw new Error(`Port ${wanted} is in use. Set PORT and WORKER_PORT to free ones.`);
    }
    const env = await this.#environment(await this.#startDatabase());
    const product = childEnvironment("product", env);
    this.#finish("the migrations", ["prisma/migrate.ts"], product);
    const nodesFile = join(dataDir, "demo-nodes.json");
    if (demo) this.#finish("the demo data", ["prisma/seed.ts", nodesFile], product);
    buildWhenStale(this.#say);
    const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
    await this.#startPayments(env, address);
    this.#supervise("web", ["--bun", "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"], product);
    this.#supervise("worker", ["worker/main.ts"], product);
    if (demo) {
      const stateDir = this.#agentDir();
      this.#supervise(
        "agent",
        ["worker/agent/main.ts"],
        agentEnvironment({ env, nodesFile, stateDir, workerPort }),
      );
    }
    await ready({ address, demo, dataDir, say: this.#say, given: () => this.#stopping });
  }

  /** The agent first, so that its last report arrives; the database last. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const child of [...this.#children].reverse()) await child.stop();
    await this.#leaveTasks();
    await this.#postgres?.stop();
    await this.#run.remove();
  }

  #agentDir(): string {
    return join(this.#settings.dataDir, "agent");
  }

  /** A stop takes nothing from a customer: tasks go on, unless it was asked that they end as well. */
  async #leaveTasks(): Promise<void> {
    if (this.#settings.endTasksOnStop) return await endDemoTasks(this.#agentDir());
    const pids = await listDemoTasks(this.#agentDir());
    if (pids.length === 0) return;
    this.#say("Demo tasks go on in the background; the next start takes them up again. To end them:");
    this.#say(`  kill -9 ${pids.join(" ")}`);
  }

  async #startDatabase(): Promise<string> {
    if (this.#settings.databaseUrl) return this.#settings.databaseUrl;
    const postgres = await this.#launchDatabase({ database: DATABASE });
    this.#postgres = postgres;
    postgres.process.once("exit", () => void this.#restartDatabase(postgres.port));
    return postgres.urlOf(DATABASE);
  }

  async #launchDatabase(more: { database?: string; port?: number }): Promise<RunningPostgres> {
    const dir = join(this.#settings.dataDir, "postgres");
    return await startPostgres({ dir, settings: DATABASE_SETTINGS, ...more });
  }

  /** On its old port, which the others know: they wait for it and go on by themselves. */
  async #restartDatabase(port: number): Promise<void> {
    for (let said = false; !this.#stopping;) {
      if (!said) this.#say("The database ended, starting it again.");
      said = true;
      try {
        const postgres = await this.#launchDatabase({ port });
        this.#postgres = postgres;
        postgres.process.once("exit", () => void this.#restartDatabase(port));
        return;
      } catch (error) {
        this.#say(
          `The database does not start yet: ${error instanceof Error ? error.message : String(error)}`,
        );
        await new Promise((resolve) => setTimeout(resolve, DATABASE_RETRY_MS));
      }
    }
  }

  /** Before those that ask it, so that it is there when they do and ends after them. */
  async #startPayments(env: Environment, webAddress: string): Promise<void> {
    const origin = env["STRIPE_SANDBOX_ORIGIN"];
    if (!this.#settings.paymentsPort || !origin) return;
    this.#supervise("payments", ["worker/sandbox-stripe/main.ts"], sandboxEnvironment(env, webAddress));
    await sandboxReady(origin, { say: this.#say, given: () => this.#stopping });
  }

  async #paymentsNotice(): Promise<Environment> {
    const { paymentsPort, port, workerPort, dataDir } = this.#settings;
    if (!paymentsPort) return {};
    const origin = await sandboxOrigin({ ...paymentsPort, taken: [port, workerPort] });
    return sandboxNotice(origin, await keptSecret(join(dataDir, "webhook-secret")));
  }

  async #environment(databaseUrl: string): Promise<Environment> {
    const { inherited, dataDir, demo, host, port, workerPort } = this.#settings;
    return {
      ...inherited,
      NODE_ENV: "production",
      MILLRACE_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      HOST: host,
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      MILLRACE_DEMO: demo ? "1" : "0",
      MILLRACE_SECRET: inherited["MILLRACE_SECRET"] || (await keptSecret(join(dataDir, "secret"))),
      ...(await this.#paymentsNotice()),
    };
  }

  #finish(what: string, args: string[], env: Environment): void {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...env, NODE_ENV: "production" },
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${what} failed:\n${stdout}${stderr}`);
  }

  #supervise(name: string, args: string[], env: Environment): void {
    const child = new Child({
      name,
      args,
      env,
      logFile: join(this.#settings.dataDir, `${name}.log`),
      say: this.#say,
      noted: (who, pid) => this.#run.note(who, pid),
    });
    this.#children.push(child);
    child.start();
  }
}
