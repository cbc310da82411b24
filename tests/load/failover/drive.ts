// Customers of a failover, inside the lab's network: `bun drive.ts ORIGIN KEY STAFF_KEY RUN`. They rent and kill tasks, send
// model usage, hold a socket and ask for readiness until stdin ends; then one line of JSON says what was acknowledged.
import { setTimeout as wait } from "node:timers/promises";
import { io } from "socket.io-client";

const [origin = "", key = "", staffKey = "", run = ""] = process.argv.slice(2);
const PATIENCE_MS = 5_000;
const EVENTS_PER_BATCH = 20;
const KEPT_TASKS = 6;

export interface Driven {
  /** Tasks whose reservation was acknowledged, by their id, and those whose end was. */
  reserved: string[];
  ended: string[];
  usageKeys: string[];
  /** Longest time without an answer, in ms: of readiness, of an acknowledged order, of acknowledged usage, of the socket. */
  silence: { ready: number; orders: number; usage: number; socket: number };
  requests: number;
  failed: number;
}

const driven: Driven = {
  ...{ reserved: [], ended: [], usageKeys: [], requests: 0, failed: 0 },
  silence: { ready: 0, orders: 0, usage: 0, socket: 0 },
};
let over = false;
process.stdin.on("end", () => (over = true)).resume();

/** Keeps the longest time between two successes. */
function watch(of: keyof Driven["silence"]) {
  let sinceMs = performance.now();
  return () => {
    driven.silence[of] = Math.max(driven.silence[of], Math.round(performance.now() - sinceMs));
    sinceMs = performance.now();
  };
}

async function ask(path: string, body?: object, more: Record<string, string> = {}, by = key) {
  driven.requests += 1;
  try {
    const answer = await fetch(`${origin}${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${by}`, "content-type": "application/json", ...more },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const json = (await answer.json()) as Record<string, unknown>;
    if (answer.ok && json["retcode"] === "OK") return json;
    if (json["retcode"] === "ERROR") console.error(path, JSON.stringify(json));
  } catch {
    // No answer: the same request is sent again.
  }
  driven.failed += 1;
  return null;
}

/** Repeats a request until it is acknowledged, or all is over. */
async function insist(...asked: Parameters<typeof ask>) {
  for (;;) {
    const json = await ask(...asked);
    if (json || over) return json;
    await wait(200);
  }
}

async function order(): Promise<void> {
  const succeeded = watch("orders");
  const kept: { name: string; guid: string }[] = [];
  for (let at = 0; !over; at += 1) {
    const name = `${run}-${at}`;
    const body = { task_name: name, gpu_type: "a5000", gpu_min: 1, enqueue: 1, agree: 1 };
    const json = await insist("/v1/reserve", body, { "idempotency-key": name });
    if (json) {
      succeeded();
      driven.reserved.push(String(json["resv_guid"]));
      kept.push({ name, guid: String(json["resv_guid"]) });
    }
    const oldest = kept.length > KEPT_TASKS ? kept.shift() : undefined;
    if (oldest && (await insist("/v1/delete", { task_name: oldest.name }))) driven.ended.push(oldest.guid);
    await wait(250);
  }
  // The next run finds all GPUs free.
  for (const { name, guid } of kept) if (await ask("/v1/delete", { task_name: name })) driven.ended.push(guid);
}

async function sendUsage(): Promise<void> {
  const succeeded = watch("usage");
  for (let at = 0; !over; at += 1) {
    const keys = Array.from({ length: EVENTS_PER_BATCH }, (_, index) => `${run}-${at}-${index}`);
    const ts = Math.floor(Date.now() / 1000);
    const common = {
      ts,
      model: "failover",
      user: "customer@millrace.example",
      kind: "chat",
      generated_tokens: 7,
      coins: 1,
    };
    const events = keys.map((one) => ({ key: one, ...common }));
    if (await insist("/v1/usage", { events }, {}, staffKey)) {
      succeeded();
      driven.usageKeys.push(...keys);
    }
    await wait(100);
  }
}

async function watchReady(): Promise<void> {
  const succeeded = watch("ready");
  while (!over) {
    if (await ask("/readyz")) succeeded();
    await wait(200);
  }
}

async function holdSocket(): Promise<void> {
  const succeeded = watch("socket");
  const socket = io(`${origin}/public`, {
    transports: ["websocket"],
    reconnectionDelay: 500,
    reconnectionDelayMax: 2_000,
    timeout: 3_000,
  });
  while (!over) {
    if (socket.connected) succeeded();
    await wait(50);
  }
  socket.close();
}

await Promise.all([order(), sendUsage(), watchReady(), holdSocket()]);
console.log(JSON.stringify(driven));
process.exit(0);
