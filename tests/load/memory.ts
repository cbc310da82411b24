import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { io } from "socket.io-client";
import { launchProduct, type LaunchedProduct } from "../e2e/support/launch-product";
import { makeKeyPair } from "../e2e/support/ssh";
import { figure, heading } from "./report";
import { replaceApiKey } from "./whole-product";

const MINUTES = Number(process.env["BENCH_MINUTES"] ?? 60);
const PARTS = 10;
/** Pause after each round of everything; 0 is as fast as it goes. */
const PAUSE_MS = Number(process.env["BENCH_PAUSE_MS"] ?? 200);
const SCREENS = ["/tasks", "/rent", "/billing", "/usage", "/user/security", "/user/notifications"];
const SOCKETS = 5;
const USAGE_EVENTS = 20;
const KEPT_TASKS = 3;
const MEASURED = ["web", "worker"];
const CUSTOMER = { email: "customer@millrace.example", password: "millrace-demo" };

/** Memory of web and worker at each tenth of an hour of logins, screens, rents and ends, usage, and sockets. */
export async function benchMemory(): Promise<void> {
  heading(`Memory of web and worker during ${MINUTES} minutes of load`);
  const product = await launchProduct(join(process.env["BENCH_DIR"] ?? "/tmp", "product"), ".", {
    RATE_RESERVE_PER_MIN: "100000",
    SOCKETS_PER_USER: "100000",
    SOCKETS_PER_NETWORK: "100000",
  });
  try {
    const key = await replaceApiKey(product.databaseUrl());
    const staffKey = await replaceApiKey(product.databaseUrl(), "admin@millrace.example");
    const done = { rounds: 0, failed: 0 };
    const ended = new AbortController();
    const load = drive(product, { key, staffKey, done, signal: ended.signal });
    const read: Record<string, Memory>[] = [];
    for (let part = 0; part <= PARTS; part += 1) {
      if (part > 0) await wait((MINUTES * 60_000) / PARTS);
      const now = Object.fromEntries(MEASURED.map((name) => [name, memoryOf(product.pids()[name] ?? 0)]));
      read.push(now);
      const values = MEASURED.map((name) => `${name} ${now[name]?.resident} / ${now[name]?.anonymous}`).join(", ");
      figure(`after ${((MINUTES * part) / PARTS).toFixed(1)} min: resident / anonymous, MB`, values);
    }
    ended.abort();
    await load;
    for (const name of MEASURED) {
      // The first tenths load code and fill caches.
      const [middle, last] = [read[PARTS / 2]?.[name]?.anonymous ?? 0, read[PARTS]?.[name]?.anonymous ?? 0];
      figure(`${name}: at the end against the middle`, (last / middle).toFixed(2), "at most 1.10");
    }
    figure("rounds of load", String(done.rounds));
    figure("failed requests", String(done.failed), "0");
  } finally {
    await product.stop();
  }
}

interface Memory {
  /** MB. */
  resident: number;
  /** MB without files: the heap, and what else the process allocated. */
  anonymous: number;
}

function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const of = (name: string) => Math.round(Number(new RegExp(`^${name}: +(\\d+) kB`, "m").exec(text)?.[1]) / 1024);
  return { resident: of("Rss"), anonymous: of("Anonymous") };
}

interface Load {
  key: string;
  staffKey: string;
  done: { rounds: number; failed: number };
  signal: AbortSignal;
}

/** Repeats everything, one after the other, until the signal. */
async function drive(product: LaunchedProduct, { key, staffKey, done, signal }: Load): Promise<void> {
  const check = (ok: boolean) => {
    if (!ok) done.failed += 1;
  };
  const call = async (path: string, body: object, by = key) => {
    const answer = await fetch(`${product.origin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${by}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    check(((await answer.json()) as { retcode?: string }).retcode === "OK");
  };
  const { publicKey } = await makeKeyPair();
  await call("/v1/ssh-public-key-upload", { ssh_public_key: publicKey });
  const rented: string[] = [];
  while (!signal.aborted) {
    const cookie = await logIn(product.origin);
    check(cookie.includes("millrace_session"));
    for (const screen of SCREENS) {
      const answer = await fetch(`${product.origin}${screen}`, { headers: { cookie }, redirect: "manual" });
      await answer.arrayBuffer();
      check(answer.status === 200);
    }
    const name = `memory-${done.rounds}`;
    await call("/v1/reserve", { task_name: name, gpu_type: "a5000", gpu_min: 1, enqueue: 1, agree: 1 });
    rented.push(name);
    const oldest = rented.length > KEPT_TASKS ? rented.shift() : undefined;
    if (oldest) await call("/v1/delete", { task_name: oldest });
    await call("/v1/usage", { events: usageEvents(name) }, staffKey);
    await holdSockets(product, cookie, check);
    done.rounds += 1;
    await wait(PAUSE_MS);
  }
}

function usageEvents(name: string): object[] {
  return Array.from({ length: USAGE_EVENTS }, (_, index) => ({
    key: `${name}-${index}`,
    ts: Math.floor(Date.now() / 1000),
    model: "memory",
    user: CUSTOMER.email,
    kind: "chat",
    generated_tokens: 7,
    coins: 1,
  }));
}

/** The cookies of a new login. */
async function logIn(origin: string): Promise<string> {
  const screen = await fetch(`${origin}/login`);
  const token = /name="_token" value="([^"]+)"/.exec(await screen.text())?.[1] ?? "";
  const visitor = cookiesOf(screen);
  const answer = await fetch(`${origin}/ajaxlogin`, {
    method: "POST",
    headers: { cookie: visitor, "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams({ ...CUSTOMER, _token: token }).toString(),
  });
  await answer.arrayBuffer();
  return [visitor, cookiesOf(answer)].filter(Boolean).join("; ");
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0] ?? "")
    .join("; ");
}

async function holdSockets(product: LaunchedProduct, cookie: string, check: (ok: boolean) => void): Promise<void> {
  const sockets = Array.from({ length: SOCKETS }, () =>
    io(`${product.liveOrigin}/customer`, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      extraHeaders: { origin: product.origin, cookie },
    }),
  );
  const connected = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<boolean>((resolve) => {
          socket.once("connect", () => resolve(true)).once("connect_error", () => resolve(false));
        }),
    ),
  );
  connected.forEach(check);
  sockets.forEach((socket) => socket.disconnect());
}
