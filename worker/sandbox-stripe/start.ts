import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Controls } from "./control/controls";
import { Faults } from "./control/faults";
import { forgetEvents } from "./events/forget";
import { Webhooks, type WebhookTarget } from "./events/webhooks";
import { makeServer } from "./http/server";
import { doDue, watch } from "./resources/due";
import { Clock } from "./state/clock";
import { noDatabase, openDatabase } from "./state/database";
import { makeIds } from "./state/ids";
import { recall } from "./state/recall";
import { Sandbox } from "./state/sandbox";
import { Store } from "./state/store";
import { Idempotency } from "./wire/idempotency";

const DO_DUE_EVERY_MS = 1_000;

export interface SandboxOptions {
  /** Default: any free port. */
  port?: number | undefined;
  /** Stores objects in this database, in their own schema; in memory if absent. */
  databaseUrl?: string | undefined;
  /** Target of events, and the secret that signs them. */
  webhook?: WebhookTarget | undefined;
  /** Protects the controls; default: a random one. */
  controlSecret?: string | undefined;
  /** Makes ids reproducible, in order. */
  seed?: string | undefined;
  /** The clock starts here and moves only on command. */
  now?: Date | undefined;
}

export interface RunningSandbox {
  origin: string;
  port: number;
  controls: Controls;
  /** The bearer token for `/_sandbox/`. */
  controlSecret: string;
  stop(): Promise<void>;
}

/** Starts a payment provider with Stripe's API on a loopback port, under Node or Bun. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { databaseUrl, webhook = null, seed = null, now } = options;
  const controlSecret = options.controlSecret || randomBytes(24).toString("base64url");
  const store = new Store();
  const database = databaseUrl ? await openDatabase(databaseUrl) : noDatabase;
  await database.load(store);
  const sandbox = new Sandbox({ store, clock: new Clock(now?.getTime()), nextId: makeIds(seed) });
  watch(sandbox);
  const faults = new Faults();
  const idempotency = new Idempotency(sandbox);
  const flush = () => database.flush(store);
  const webhooks = new Webhooks({ sandbox, faults, target: webhook, flush });
  const before = () => doDue(sandbox);
  const after = () => webhooks.wake();
  const changed = async () => {
    await flush();
    after();
  };
  const controls = new Controls({ sandbox, faults, webhooks, changed });
  const server = makeServer({ sandbox, faults, idempotency, flush, controls, controlSecret, before, after });
  const port = await listen(server, options.port ?? 0);
  recall(sandbox, `http://127.0.0.1:${port}`);
  const timer = setInterval(() => {
    before();
    idempotency.sweep();
    forgetEvents(sandbox);
    // A failed write is repeated the next time.
    changed().catch(() => {});
  }, DO_DUE_EVERY_MS);
  timer.unref();
  const stop = async () => {
    clearInterval(timer);
    await webhooks.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await flush();
    await database.close();
  };
  after();
  return { origin: sandbox.origin, port, controls, controlSecret, stop };
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}
