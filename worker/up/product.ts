import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { agentEnvironment } from "./agent-environment";
import { STEP } from "../../prisma/in-words";
import { sayLockWaits } from "../../prisma/lock-waits";
import { buildWhenDamaged, buildWhenStale, type BuildOptions } from "./build";
import { Child, type ChildOptions } from "./child";
import { childEnvironment, withoutEnvFile } from "./child-environment";
import { endDemoTasks, listDemoTasks } from "./demo-tasks";
import type { DevLoop } from "./dev/dev-loop";
import { installationSecret } from "./installation-secret";
import { KeptDatabase } from "./kept-database";
import { keptSecret } from "./kept-secret";
import { sandboxEnvironment, sandboxNotice, sandboxOrigin, sandboxReady } from "./payment-sandbox";
import { ownPorts, requireFree } from "./own-ports";
import { runProgram } from "./program";
import { ready } from "./ready";
import { endLeftovers, RUN_OF, RunFile } from "./run-file";
import type { Environment, Settings } from "./settings";

type MoreOfChild = Partial<Pick<ChildOptions, "before" | "command" | "heard">>;

const DATABASE = "millrace";
/** Web, worker and each of its threads hold connections of their own. */
const DATABASE_SETTINGS = { max_connections: "300" };

/**
 * The processes of `npm start`, in the order of their needs. The caller holds the data folder (lockDataFolder):
 * processes found on it are leftovers of a killed run.
 */
export class Product {
  readonly #settings: Settings;
  readonly #say: (line: string) => void;
  readonly #run: RunFile;
  readonly #noted: RunFile["note"];
  readonly #loop: DevLoop | null;
  readonly #children: Pick<Child, "stop">[] = [];
  readonly #stopping = new AbortController();
  #database: KeptDatabase | null = null;
  #coming: Promise<void> = Promise.resolve();
  #stopSaying = () => {};

  /** `loop` applies each change of a file (`npm run dev`). */
  constructor(settings: Settings, say: (line: string) => void, loop: DevLoop | null = null) {
    this.#settings = settings;
    this.#say = say;
    this.#loop = loop;
    this.#run = new RunFile(join(settings.dataDir, "run.json"));
    this.#noted = (name, pid) => this.#run.note(name, pid);
  }

  /** Starts everything and waits until it is ready; `stop` ends that early, and it throws. */
  async start(): Promise<void> {
    this.#coming = this.#bringUp(this.#stopping.signal).finally(() => this.#stopSaying());
    await this.#coming;
  }

  /**
   * Starts nothing more, then ends every process: the agent first, so that its last report arrives; the database last.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#coming.catch(() => {});
    this.#loop?.close();
    for (const child of [...this.#children].reverse()) await child.stop();
    await this.#leaveTasks();
    await this.#database?.stop();
    this.#run.remove();
  }

  async #bringUp(signal: AbortSignal): Promise<void> {
    const { dataDir, demo, host, port, workerPort } = this.#settings;
    await endLeftovers(dataDir);
    await requireFree(ownPorts(this.#settings, this.#webs()));
    const databaseUrl = await this.#startDatabase(signal);
    this.#stopSaying = sayLockWaits(databaseUrl, this.#say);
    const bare = await this.#environment(databaseUrl);
    await this.#finish("migrations", ["prisma/migrate.ts", STEP], childEnvironment("product", bare));
    const env = { ...bare, MILLRACE_SECRET: await installationSecret(databaseUrl, bare, signal) };
    const product = childEnvironment("product", env);
    const nodesFile = join(dataDir, "demo-nodes.json");
    if (demo) await this.#finish("demo data", ["prisma/seed.ts", nodesFile, STEP], product);
    const web = await this.#build(env, signal);
    const address = `http://${reachable(host)}:${port}`;
    await this.#startPayments(env, address);
    this.#superviseWebs(web, product);
    this.#supervise("worker", ["worker/main.ts"], product);
    if (demo && (await hasNodes(nodesFile))) {
      const stateDir = this.#agentDir();
      const agent = agentEnvironment({ env, nodesFile, stateDir, workerPort });
      this.#supervise("agent", ["worker/agent/main.ts"], agent);
    }
    await ready({ address, demo, dataDir, say: this.#say, signal });
  }

  /**
   * Starts all web processes on one port; the kernel distributes the connections, and a stop drains them in parallel.
   */
  #superviseWebs({ args, more }: { args: string[]; more: MoreOfChild }, env: Environment): void {
    const count = this.#webs();
    const webs = Array.from({ length: count }, (_, at) => {
      const own = { WEB_PROCESSES: String(count), WEB_PROCESS: String(at + 1) };
      return this.#begin(at === 0 ? "web" : `web-${at + 1}`, args, { ...env, ...own }, more);
    });
    this.#children.push({ stop: async () => void (await Promise.all(webs.map((web) => web.stop()))) });
  }

  #webs(): number {
    return this.#loop ? 1 : this.#settings.webProcesses;
  }

  /** Lists the ports that variables reserve for us, which a search for a free port must avoid. */
  #takenPorts(): number[] {
    return ownPorts(this.#settings, this.#webs()).map(({ port }) => port);
  }

  /** Builds the product and returns how to start web. */
  async #build(env: Environment, signal: AbortSignal) {
    if (this.#loop) {
      const supervise: Parameters<DevLoop["start"]>[0] = (...child) => this.#supervise(...child);
      await this.#loop.start(supervise, childEnvironment("machine", env), signal);
      return { args: ["app/server.ts", "dev"], more: {} };
    }
    const build = this.#buildOptions(signal);
    await buildWhenStale(build);
    return { args: ["app/server.ts"], more: { before: () => buildWhenDamaged(build) } };
  }

  #agentDir(): string {
    return join(this.#settings.dataDir, "agent");
  }

  /** Leaves or ends the tasks: a stop lets customers' tasks run, unless their end was requested too. */
  async #leaveTasks(): Promise<void> {
    if (this.#settings.endTasksOnStop) return await endDemoTasks(this.#agentDir());
    const pids = await listDemoTasks(this.#agentDir());
    if (pids.length === 0) return;
    this.#say("Demo tasks keep running in the background; the next start adopts them. To end them:");
    this.#say(`  kill -9 ${pids.join(" ")}`);
  }

  async #startDatabase(signal: AbortSignal): Promise<string> {
    const { databaseUrl, dataDir } = this.#settings;
    if (databaseUrl) return databaseUrl;
    const options = { dir: join(dataDir, "postgres"), database: DATABASE, settings: DATABASE_SETTINGS };
    const taken = this.#takenPorts();
    this.#database = new KeptDatabase({ ...options, taken, say: this.#say, noted: this.#noted });
    return await this.#database.start(signal);
  }

  /** Starts the sandbox before its clients, so that it is ready for them and ends after them. */
  async #startPayments(env: Environment, webAddress: string): Promise<void> {
    const origin = env["STRIPE_SANDBOX_ORIGIN"];
    if (!this.#settings.paymentsPort || !origin) return;
    this.#supervise("payments", ["worker/sandbox-stripe/main.ts"], sandboxEnvironment(env, webAddress));
    await sandboxReady(origin, { say: this.#say, signal: this.#stopping.signal });
  }

  async #paymentsNotice(): Promise<Environment> {
    const { paymentsPort, dataDir } = this.#settings;
    if (!paymentsPort) return {};
    const origin = await sandboxOrigin({ ...paymentsPort, taken: this.#takenPorts() });
    const secrets = ["webhook-secret", "sandbox-control-secret"].map((name) =>
      keptSecret(join(dataDir, name), { remake: true }),
    );
    const [webhook = "", control = ""] = await Promise.all(secrets);
    return sandboxNotice(origin, webhook, control);
  }

  async #environment(databaseUrl: string): Promise<Environment> {
    const { inherited, dataDir, demo, host, port, workerPort } = this.#settings;
    return {
      ...inherited,
      NODE_ENV: "production",
      MILLRACE_DATA_DIR: dataDir,
      [RUN_OF]: dataDir,
      DATABASE_URL: databaseUrl,
      HOST: host,
      PORT: String(port),
      WORKER_PORT: String(workerPort),
      MILLRACE_DEMO: demo ? "1" : "0",
      ...(await this.#paymentsNotice()),
    };
  }

  #buildOptions(signal: AbortSignal): BuildOptions {
    const env = { ...this.#settings.inherited, [RUN_OF]: this.#settings.dataDir };
    return { env, say: this.#say, signal, noted: this.#noted };
  }

  async #finish(name: string, args: string[], env: Environment): Promise<void> {
    const signal = this.#stopping.signal;
    await runProgram({ name, command: process.execPath, args: withoutEnvFile(args), env, signal, noted: this.#noted });
  }

  #supervise(...child: [name: string, args: string[], env: Environment, more?: MoreOfChild]): Child {
    const begun = this.#begin(...child);
    this.#children.push(begun);
    return begun;
  }

  #begin(name: string, args: string[], env: Environment, more: MoreOfChild = {}): Child {
    this.#stopping.signal.throwIfAborted();
    const heard = this.#loop?.hears(name);
    const child = new Child({
      name,
      args: more.command ? args : withoutEnvFile(args),
      env: { ...env, ...this.#loop?.environment },
      logFile: join(this.#settings.dataDir, `${name}.log`),
      logLimits: this.#settings.logLimits,
      say: this.#say,
      noted: this.#noted,
      ...(heard && { heard }),
      ...more,
    });
    this.#loop?.add(name, child);
    child.start();
    return child;
  }
}

/** Checks whether the demo has a node left that is not retired. */
async function hasNodes(nodesFile: string): Promise<boolean> {
  return (JSON.parse(await readFile(nodesFile, "utf8")) as unknown[]).length > 0;
}

/** Returns the address at which this machine reaches web: a wildcard is no address to call. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  const name = host === "::" ? "::1" : host;
  return name.includes(":") ? `[${name}]` : name;
}
