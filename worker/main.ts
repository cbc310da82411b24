// The worker: leads the ticks, runs the queued jobs, and serves the live namespaces.
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { logVersionMismatch } from "~/platform/database-version.server";
import { closeDatabase } from "~/platform/db.server";
import { forgetRefusals } from "~/payments/key-standing.server";
import { requireOneMode } from "~/payments/require-one-mode.server";
import { env } from "~/platform/env.server";
import { refusePooler } from "~/platform/find-pooler.server";
import { keepTime } from "~/platform/time.server";
import { startTracing, stopTracing } from "~/platform/tracing.server";
import { startBeats } from "./clock/beats";
import { Clock } from "./clock/clock";
import { Leadership } from "./clock/leadership";
import { EngineBeats } from "./engines/follow-engines";
import { startJobs } from "./jobs/start-jobs";
import { serveAgents } from "./live/agents";
import { DesiredStates } from "./live/desired-states";
import { serveBrowsers } from "./live/browsers";
import { Emitter } from "./live/emitter";
import { OutboxReader } from "./live/outbox";
import { createLiveServer, listen } from "./live/server";
import { log } from "./log";
import { ThreadPool } from "./pool";
import { FORECASTS, REHEARSALS, Runner } from "./rehearsals/runner";
import { ownRows, TICKS } from "./timetable";
import { serveAccess } from "./access/serve-access";

const TICK_LIMIT_MS = 60_000;

await refusePooler(env.DATABASE_URL, log);
await startTracing({ endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, service: "worker", log });
await requireOneMode();
await forgetRefusals();
// Before the first report: a report that is counted at a wrong time cannot be corrected.
await keepTime(log);

const pool = new ThreadPool({
  // More would have nothing to do: a tick never runs twice at a time.
  threads: env.WORKER_THREADS ?? Math.min(availableParallelism(), TICKS.length),
  limitMs: TICK_LIMIT_MS,
  program: new URL("./thread.ts", import.meta.url),
});
const jobs = startJobs();
const { io, http, door, forTasks } = createLiveServer({ findUnready: () => (jobs.runs() ? null : "jobs") });
const leadership = new Leadership();
const clock = new Clock(leadership, pool.timed(TICKS));
const access = serveAccess(io, door);
forTasks.proxy = access.proxy;
const rehearsals = new Runner(REHEARSALS);
const forecasts = new Runner(FORECASTS);
const wake = (name: string) => {
  if (name === "rehearsals") rehearsals.wake();
  clock.wake(name);
  jobs.wake(name);
};
const desired = new DesiredStates(io);
const emitter = new Emitter(io, { wake, access, desired });
const outbox = new OutboxReader(
  (changes) => emitter.send(changes),
  () => emitter.resync(),
);

serveBrowsers(io, door);
const telemetry = serveAgents(io, door, desired);
await listen(http);
leadership.start();
clock.start();
outbox.start();
const engines = new EngineBeats(clock);
void access.gateway.look(null);
const beats = startBeats(
  ownRows({
    ...{ io, desired, telemetry, engines, rehearsals, forecasts },
    ...{ figures: emitter.figures, streams: access.open, gateway: access.gateway },
  }),
);
log.info({ port: env.WORKER_PORT }, "worker ready");
void logVersionMismatch({ folder: fileURLToPath(new URL("../prisma/migrations", import.meta.url)), log });

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void stop(signal));

async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, "stopping");
  beats.stop();
  emitter.stop();
  access.stop();
  await Promise.allSettled([clock.stop(), outbox.stop(), jobs.stop(), rehearsals.stop(), forecasts.stop()]);
  http.close();
  await io.close();
  await Promise.all([pool.close(), stopTracing()]);
  await leadership.stop();
  await closeDatabase();
  process.exit(0);
}
